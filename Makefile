# The tasks of a developer. All of them run in .venv, which they make; a C compiler is optional.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FUZZ_SECONDS ?= 20
EXAMPLE := 0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E
INSTALL := $(BIN)/python -m pip install --quiet --editable
# what an installation is made from; Python files are read in place
INSTALLED := pyproject.toml setup.py src/onnxlens/wire/_scan.c src/onnxlens/wire/_scan.h

# tests that ask no scanner, or both of them, run once
ONCE := $(addprefix --ignore=tests/,schema wire tree/test_paths.py tree/test_document.py \
    tree/test_agreement.py model/types model/tensor model/values model/flow model/external source \
    checks/test_infer.py checks/test_names_oracle.py checks/test_operators_oracle.py \
    checks/test_official_checker.py checks/test_no_false_alarms.py views/web views/report apps/web \
    apps/test_report.py)
PAGE := tests/apps/web tests/views/web tests/views/report
NODE := node_modules/installed

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help explore install check lint types drift test golden sanitize bench pictures clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{printf "make %-9s %s\n", $$1, $$2}'

explore: $(VENV)/installed ## try it on an example, or on your own: make explore FILE=model.onnx
ifdef FILE
	$(BIN)/onnxlens summary "$(FILE)"
	$(BIN)/onnxlens tree "$(FILE)"
else
	$(BIN)/onnxlens bytes --as ValueInfoProto --fold --hex "$(EXAMPLE)"
	$(BIN)/python tools/make_example.py tiny.onnx
	$(BIN)/onnxlens summary tiny.onnx
	$(BIN)/onnxlens tree tiny.onnx
endif

install: $(VENV)/installed ## put the command into .venv/bin, with the C scanner where that can be

check: lint types drift test ## all that must pass before a commit

lint: $(VENV)/installed-dev $(NODE) ## style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	node_modules/.bin/prettier --check --log-level warn "src/onnxlens/apps/web/static/*.js"

types: $(VENV)/installed-dev $(NODE) ## types of Python and of the page
	$(BIN)/mypy
	node_modules/.bin/tsc --project .

drift: $(VENV)/installed-test ## what is generated is what the onnx package and the rules say
	$(BIN)/python tools/generate_schema.py --check
	$(BIN)/python tools/generate_operators.py --check
	$(BIN)/python tools/generate_rules.py --check

test: $(VENV)/installed-test $(NODE) ## all tests with the compiled scanner; at the same time most again with the plain one, then the page
	@mkdir -p build
	@$(BIN)/python tools/chromium.py
	@{ ONNXLENS_PURE=1 $(BIN)/pytest $(ONCE) > build/plain.txt 2>&1; plain=$$?; \
	    env -u ONNXLENS_PURE $(BIN)/pytest $(PAGE) > build/page.txt 2>&1 && [ $$plain -eq 0 ]; \
	} & other=$$!; \
	env -u ONNXLENS_PURE $(BIN)/pytest $(addprefix --ignore=,$(PAGE)); compiled=$$?; \
	wait $$other; status=$$?; \
	echo "with the plain scanner:"; cat build/plain.txt; \
	echo "the page, and what stands behind it:"; cat build/page.txt; \
	[ $$compiled -eq 0 ] && [ $$status -eq 0 ]

golden: $(VENV)/installed-test ## write the golden transcripts anew; read the difference
	ONNXLENS_GOLDEN_REWRITE=1 $(BIN)/pytest tests/golden

sanitize: ## the C kernel on mutated inputs under ASan and UBSan
	@command -v $(CC) >/dev/null || { echo "needs a C compiler: apt-get install gcc libc6-dev" >&2; exit 1; }
	mkdir -p build
	$(CC) -std=c11 -O1 -g -Wall -Wextra -Werror -fsanitize=address,undefined \
	    -fno-sanitize-recover=all -Isrc/onnxlens/wire -o build/fuzz_scan tools/fuzz_scan.c
	build/fuzz_scan $(FUZZ_SECONDS)

bench: $(VENV)/installed-test ## speed and memory beside the onnx package, and of the page
	$(BIN)/python tools/chromium.py
	$(BIN)/python tools/bench.py

pictures: $(VENV)/installed-test ## of the page in all its states: make pictures FILE=model.onnx
	$(BIN)/python tools/chromium.py
	$(BIN)/python tools/screenshots.py build/pictures "$(FILE)"

clean: ## remove all that was made here
	rm -rf $(VENV) node_modules build dist src/*.egg-info src/onnxlens/wire/_scan*.so tiny.onnx
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "needs Python 3.11 or newer: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	    || { rm -rf $(VENV); echo "needs venv: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/installed: $(INSTALLED) | $(BIN)/python
	$(INSTALL) '.[web]'
	@touch $@

$(VENV)/installed-test: $(INSTALLED) | $(BIN)/python
	$(INSTALL) '.[test]'
	@touch $(VENV)/installed $@

$(VENV)/installed-dev: $(INSTALLED) | $(BIN)/python
	$(INSTALL) '.[dev]'
	@touch $(VENV)/installed $(VENV)/installed-test $@

$(NODE): package.json
	@command -v npm >/dev/null || apt-get install -y --no-install-recommends npm \
	    || { echo "needs npm: apt-get install npm" >&2; exit 1; }
	npm install --no-audit --no-fund --no-package-lock --loglevel=error
	@touch $@
