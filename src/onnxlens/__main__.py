"""``python -m onnxlens``."""

from .apps.cli.start import main

if __name__ == "__main__":
    main()
