"""The report: what is known of a file as one HTML page that needs nothing else."""
