"""``python -m onnxlens``."""

from .apps.cli.main import main

if __name__ == "__main__":
    main()
