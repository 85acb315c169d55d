"""What each input and output of a node is to the operator or function that it calls."""
