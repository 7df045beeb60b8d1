# All set-up is done by dev.py; where make is missing, `python3 dev.py COMMAND` is the same.
# `make play PORT=8001` chooses another port.

PYTHON ?= python3
DEV = @command -v $(PYTHON) >/dev/null || { echo "No python3 was found: install Python 3.12 or newer and run this again." >&2; exit 1; }; $(PYTHON) dev.py

.DEFAULT_GOAL := help
.PHONY: help play test check fmt bench shots setup

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' Makefile

play: ## run the whole site in this terminal, Ctrl-C stops it
	$(DEV) play $(if $(PORT),--port $(PORT))

test: ## run every check and test, on SQLite and on PostgreSQL
	$(DEV) test

check: ## run the checks without the tests
	$(DEV) check

fmt: ## format the code and fix what can be fixed
	$(DEV) fmt

bench: ## measure the move generator and the bots
	$(DEV) bench

shots: ## take the pictures of the pages, some by ONLY=game,home-390-light
	$(DEV) shots $(if $(ONLY),--only $(ONLY)) $(if $(BESIDE),--beside "$(BESIDE)")

setup: ## only make .venv with all packages
	$(DEV) setup
