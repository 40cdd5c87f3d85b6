# make build   set up what is missing, then build every kit into output/
# make test    set up what is missing, then check the code and run the tests
# make bench   set up what is missing, then measure builds against their bars
# make pins    write down the versions that are installed, for everybody to have
# make clean   take the set-up away again (output/ stays)
#
# Another Python: make build PYTHON=python3.13

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check
SET_UP := $(VENV)/.set-up
DEV := $(VENV)/.set-up-dev

.PHONY: build test bench pins clean

build: $(SET_UP)
	@$(RUN) -m pnp build

test: $(DEV)
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(RUN) -m pytest -n auto --dist loadfile

bench: $(SET_UP)
	@$(RUN) tests/bench/bench.py

pins: $(DEV)
	@{ grep '^#' constraints.txt; $(PIP) freeze --exclude-editable | grep -v '^#'; } > constraints.new
	@mv constraints.new constraints.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis

# $(call install_pnp,EXTRAS): pnp itself, as the source stands, and what it needs. The path that leads Python to the source
# is made relative: Python could not read one with umlauts where the locale is C, and a relative one moves along.
# It is compiled at once: where Python is told to write no bytecode, it would compile all of it at each start.
define install_pnp
$(PIP) install -q -c constraints.txt -e '.$(1)'
@$(RUN) -m compileall -q pnp
@for path in $(VENV)/lib/python*/site-packages/*pnp_kit.pth; do printf '../../../..\n' > "$$path"; done
endef

# $(call install_package,WHAT,COMMAND OF BREW,PACKAGE OF DEBIAN): where that is allowed, as root or with a sudo that
# asks nothing; elsewhere say what to do.
define install_package
if command -v apt-get >/dev/null 2>&1; then \
	if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else as=ask; fi; \
	if [ "$$as" = ask ]; then \
		echo "$(1) is missing. Please run: sudo apt-get install $(3)" >&2; exit 1; \
	fi; \
	echo "installing $(3)"; \
	$$as apt-get update -qq || true; \
	$$as env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends $(3) >/dev/null || \
		{ echo "$(1) is missing, and $(3) could not be installed." >&2; exit 1; }; \
elif [ -n "$(2)" ] && command -v brew >/dev/null 2>&1; then \
	$(or $(2),:); \
else \
	echo "$(1) is missing. Please install it (Debian calls it $(3)), then run make again." >&2; exit 1; \
fi
endef

$(SET_UP): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON). Please install Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "pnp needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
		echo "Where a newer one is installed, name it: make build PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call install_package,Python's venv,,python$$($(PYTHON) \
		-c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv); }
	@echo "setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(call install_pnp)
	@$(RUN) -c 'import cairocffi' 2>/dev/null || { $(call install_package,libcairo,brew install cairo,libcairo2); }
	@$(RUN) -m pnp doctor >/dev/null || { $(RUN) -m pnp doctor >&2; exit 1; }
	@touch $@

$(DEV): $(SET_UP)
	@echo "setting up what the tests need"
	@$(call install_pnp,[dev])
	@touch $@
