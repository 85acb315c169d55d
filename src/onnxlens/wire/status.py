"""Why a scanner stopped."""

DONE = 0  # the file is indexed to its end
NEED_BYTES = 1  # the record at the scanner's position does not surely end its header in the window
FULL = 2  # the budget of rows is reached
