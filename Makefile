PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
ARENA := $(BIN)/tablic-arena --db .demo/arena.db
EXAMPLES := clients/python/tablic/examples
CLIENTS := $(dir $(wildcard clients/*/Makefile))

.DEFAULT_GOAL := help
.PHONY: help install demo test test-long test-languages test-hostile test-crash fuzz load arena-load \
	lint format protos golden bench bench-languages bench-rivals clean

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(INSTALLED) ## Create .venv with both distributions and the tools

$(INSTALLED): pyproject.toml clients/python/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable clients/python --editable . --group dev
	touch $@

demo: $(INSTALLED) ## Submit the bundled bots and play a round robin
	$(ARENA) submit $(EXAMPLES)/random_bot.py --name random --trust-bots
	$(ARENA) submit $(EXAMPLES)/greedy_bot.py --name greedy --trust-bots
	$(ARENA) submit $(EXAMPLES)/careful_bot.py --name careful --trust-bots
	$(ARENA) tournament --boards 24 --trust-bots

test: $(INSTALLED) ## Run the tests, but for those that take longer
	$(BIN)/python -m pytest -n auto

test-long: $(INSTALLED) ## Run what takes longer: 1000 random games of every rule set, every format killed
	$(BIN)/python -m pytest -n auto tests/game tests/ratings --games 1000 --tournaments 1000 \
		-m 'not alone'
	$(BIN)/python -m pytest -n auto -m long --ignore tests/game --ignore tests/ratings \
		--ignore tests/languages

test-languages: $(INSTALLED) ## Build the clients in other languages, test them, and let them all play
	$(BIN)/python -m pytest -n auto -m long tests/languages

test-hostile: $(INSTALLED) ## Play all hostile bots at once, and measure what they cost others
	$(BIN)/python -m pytest -m alone

fuzz: $(INSTALLED) ## Send the referee 3000 random stories of messages, failures and bytes
	$(BIN)/python -m pytest -n auto tests/fuzz --stories 3000

test-crash: $(INSTALLED) ## Kill workers, tournaments and bots 200 times, and compare what is stored
	$(BIN)/python -m pytest -n auto tests/tournaments/test_crashes.py --kills 200 \
		-m 'not alone'

load: $(INSTALLED) ## Play 64 matches at once for four minutes, and look for what is lost or left
	$(BIN)/python -m benchmarks.load

arena-load: $(INSTALLED) ## Connect 200 bots to a served arena, half of them from afar, and play 100 games at once
	$(BIN)/python -m benchmarks.arena

lint: $(INSTALLED) ## Check style, types, the direction of imports, and the protos
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint

format: $(INSTALLED) ## Format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

protos: $(INSTALLED) ## Generate the Python code of the protocol
	cd protos && ../$(BIN)/python -m grpc_tools.protoc -I. --python_out=../clients/python \
		--pyi_out=../clients/python tablic/v1/*.proto
	cd protos && ../$(BIN)/python -m grpc_tools.protoc -I. \
		--grpc_python_out=../clients/python tablic/v1/referee.proto tablic/v1/arena.proto

golden: $(INSTALLED) ## Write the golden texts and generated docs anew; look at the diff
	$(BIN)/python -m pytest -q --regenerate

bench: $(INSTALLED) ## Measure speed on this machine
	$(BIN)/python -m benchmarks

bench-languages: $(INSTALLED) ## Build the clients, and measure what a decision costs in each language
	for client in $(CLIENTS); do $(MAKE) -C $$client build; done
	$(BIN)/python -m benchmarks.languages

bench-rivals: $(INSTALLED) ## Install OpenSpiel and RLCard, and measure playouts beside theirs
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python -m benchmarks.rivals

clean: ## Remove what make made
	rm -rf $(VENV) .demo build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
