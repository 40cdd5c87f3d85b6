# make build   sets up what is missing and builds every kit into output/
# make test    sets up what is missing and runs the tests
PYTHON ?= python3
VENV := .venv
PNP := $(VENV)/bin/pnp
SET_UP := $(VENV)/.set-up
DEV := $(VENV)/.set-up-dev

.PHONY: build test lint bench clean

build: $(SET_UP)
	$(PNP) build

test: $(DEV)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/pytest

$(SET_UP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install -q -e .
	touch $@

$(DEV): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install -q -e '.[dev]'
	touch $(SET_UP) $@
