# Two commands matter: `make play` and `make test`. Both set up whatever they need, once.

PORT ?=
OPEN ?= $(if $(or $(DISPLAY),$(WAYLAND_DISPLAY),$(filter Darwin,$(shell uname))),1,0)
DATA ?=
SITE ?=

PYTHON := $(firstword $(wildcard .venv/bin/python) python3)
BIN := .venv/bin
CLIENT := $(BIN)/python scripts/client.py

# All that the checks of Python read.
PY := pyproject.toml hatch_build.py \
  $(shell find src tests bench scripts examples -name '*.py' 2>/dev/null)

QUICK := -m "not slow"
# More workers than cores: tests in the browser and of servers spend much of their time waiting.
PYTEST := $(BIN)/pytest -n 4 --dist worksteal --ignore tests/door

# If Python may not write bytecode, each worker and each process that a test starts compiles all
# modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test test-all ready setup venv packages client lint lint-python lint-client \
  lint-svelte rules door all-rules collect unit postgresql browser types docs site screens bench wheel \
  release clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

play: ready ## set everything up, serve the lobby and open it (PORT=8123, OPEN=0, DATA=folder)
	@exec $(BIN)/honjin serve $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA)) \
	  $(if $(filter 0 no false,$(OPEN)),--no-open,--open)

# Keep two cores busy from the start: the longest jobs begin first.
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs 2

test: venv ## set everything up, run every check and every quick test
	@$(SIDE_BY_SIDE) rules lint-client lint-svelte collect lint-python
	@$(MAKE) --no-print-directory door
	@echo "· tests" && $(PYTEST) $(QUICK)

test-all: venv ## the same with the slow tests: run before a release
	@$(SIDE_BY_SIDE) all-rules lint-client lint-svelte collect lint-python
	@$(MAKE) --no-print-directory door
	@$(PYTHON) scripts/setup.py all
	@echo "· all tests" && $(PYTEST)

rules: packages ## compile the rules that the quick tests run compiled, if they changed
	@$(BIN)/python scripts/compile.py

door: rules ## make play and the wheel as people have them, without the test extras
	@echo "· the front door" && rm -f build/door.txt && $(BIN)/pytest -n 2 tests/door

all-rules: packages
	@$(BIN)/python scripts/compile.py all

collect: packages build/tests.txt ## import all tests once, so that the workers find their bytecode
	@:

build/tests.txt: $(PY) | packages
	@mkdir -p build && $(BIN)/pytest --collect-only -qq >$@ || { cat $@; rm $@; exit 1; }

ready:
	@$(PYTHON) scripts/setup.py play

setup:
	@$(PYTHON) scripts/setup.py test

venv:
	@$(PYTHON) scripts/setup.py venv

packages: venv
	@$(BIN)/python scripts/setup.py packages

client: venv
	@$(BIN)/python scripts/setup.py client

lint: lint-python lint-client lint-svelte ## ruff, mypy, import-linter, Prettier, svelte-check, Vitest

lint-python: packages build/python-checked
	@:

# As below: what has passed is checked again only after a file has changed.
build/python-checked: $(PY) | packages
	@echo "· ruff check" && $(BIN)/ruff check
	@echo "· ruff format" && $(BIN)/ruff format --check
	@echo "· mypy" && $(BIN)/mypy
	@echo "· import-linter" && $(BIN)/lint-imports --no-logo
	@mkdir -p build && touch $@

lint-client: client build/client-tested build/client-formatted
	@:

lint-svelte: client packages build/client-checked
	@:

# These run again only after something that they read has changed.
WEB := $(shell find web -name node_modules -prune -o -type f -print)

build/client-tested: $(WEB) | client
	@echo "· vitest" && $(CLIENT) run test && mkdir -p build && touch $@

build/client-formatted: $(WEB) | client
	@echo "· prettier" && $(CLIENT) run format:check && mkdir -p build && touch $@

build/protocol.ts: $(shell find src/honjin/core src/honjin/server -name '*.py') | client packages
	@$(CLIENT) types

build/client-checked: $(WEB) build/protocol.ts | client
	@echo "· svelte-check" && $(CLIENT) run check && mkdir -p build && touch $@

unit: rules client ## the quick Python tests without those in the browser
	@$(PYTEST) -m "not slow and not browser"

postgresql: rules client ## the server's tests on PostgreSQL, by one process and by three
	@HONJIN_TEST_DATABASE=postgresql HONJIN_TEST_PROCESSES=1 $(PYTEST) tests/server
	@HONJIN_TEST_DATABASE=postgresql HONJIN_TEST_PROCESSES=3 $(PYTEST) tests/server

browser: rules client ## only the quick tests in the browser
	@$(PYTEST) -m "not slow and browser"

types: setup ## make the client's types of the server's messages
	@:

docs: setup ## remake deploy/honjin.env, lists in rules and the pictures, then test the docs
	@$(BIN)/python scripts/settings_file.py >deploy/honjin.env
	@$(BIN)/python -m honjin.games.swords.view.lists
	@$(BIN)/python scripts/pictures.py
	@$(BIN)/pytest tests/docs

site: ## build the site of the docs into build/site, and check its links
	@$(PYTHON) scripts/setup.py site
	@$(BIN)/python scripts/make_site.py $(SITE)

screens: setup ## screenshots of every game and page in all sizes, themes and languages (GAMES=...)
	@$(PYTHON) scripts/screens.py $(GAMES)

bench: setup ## measure speed: rules, search, server, start
	@$(BIN)/python -m bench.playouts rokumon
	@$(BIN)/python -m bench.search.speed
	@$(BIN)/python -m bench.server.load
	@$(BIN)/python -m bench.start

wheel: ## build the source archive and the wheel, client included, into dist/, and check them
	@$(PYTHON) scripts/setup.py tools
	@$(BIN)/python scripts/wheel.py

release: ## set the version, date the changelog, build, check and tag (VERSION=1.2.3)
	@$(PYTHON) scripts/setup.py tools
	@$(BIN)/python scripts/release.py $(VERSION)

clean: ## remove everything that was built or installed here
	@rm -rf .venv build dist web/node_modules web/src/fonts src/honjin/server/static \
	  .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis test-results screenshots
