"""A census is a plain Parquet file: pandas and DuckDB read what `chromex query` reads."""

import json

import chromex
import duckdb
import pandas
import pytest

QUESTIONS = ["icol", "chi_g", "chi", "snort.outcome", "connected", "is_cograph"]
CASES = [
    ("chi_g > chi", "chi_g > chi", "chi_g > chi"),
    ("icol = 0 and is_cograph", "icol = 0 and is_cograph", "icol == 0 and is_cograph"),
    ("snort_outcome = 'N' and m > 6", "snort_outcome = 'N' and m > 6", "snort_outcome == 'N' and m > 6"),
    ("connected in (0, 1) or n < 3", "connected in (0, 1) or n < 3", "connected in [0, 1] or n < 3"),
    ("chi_g is null", "chi_g is null", "chi_g.isnull()"),
]
"""A condition, as `chromex query`, SQL and pandas write it."""


@pytest.fixture(scope="module")
def table(program, tmp_path_factory):
    file = tmp_path_factory.mktemp("census") / "six.parquet"
    program("census", *QUESTIONS, "--graphs", "connected:1..6", "-o", file)
    return file


def query(program, *arguments):
    return [json.loads(line) for line in program("query", *arguments, "--json").splitlines()]


def rows_of(frame):
    return json.loads(frame.to_json(orient="records"))


def test_the_table_is_the_same(program, table):
    rows = query(program, table)
    assert len(rows) == 1 + 1 + 2 + 6 + 21 + 112
    frame = pandas.read_parquet(table)
    by_duckdb = duckdb.sql(f"select * from '{table}'")
    assert list(frame.columns) == by_duckdb.columns == list(rows[0])
    assert rows_of(frame) == rows
    assert [dict(zip(by_duckdb.columns, row)) for row in by_duckdb.fetchall()] == rows


@pytest.mark.parametrize(("condition", "sql", "pandas_way"), CASES)
def test_conditions_agree(program, table, condition, sql, pandas_way):
    rows = query(program, table, condition)
    found = duckdb.sql(f"select * from '{table}' where {sql}")
    assert [dict(zip(found.columns, row)) for row in found.fetchall()] == rows
    assert rows_of(pandas.read_parquet(table).query(pandas_way, engine="python")) == rows
    assert rows or condition.endswith("null")


def test_counts_agree(program, table):
    rows = query(program, table, "--count-by", "n,chi_g")
    assert rows
    found = duckdb.sql(f"select n, chi_g, count(*) from '{table}' group by n, chi_g order by n, chi_g")
    assert [tuple(row.values()) for row in rows] == found.fetchall()
    sizes = pandas.read_parquet(table).groupby(["n", "chi_g"]).size()
    assert [(n, chi, count) for (n, chi), count in sizes.items()] == found.fetchall()


def test_nulls_are_nulls(program, table, tmp_path):
    file = tmp_path / "budget.parquet"
    chromex.census(["icol", "chi_g"], "connected:6..7", file, nodes=3)
    rows = query(program, file, "chi_g is null")
    assert rows
    [(missing,)] = duckdb.sql(f"select count(*) from '{file}' where chi_g is null").fetchall()
    assert missing == len(rows) == int(pandas.read_parquet(file).chi_g.isna().sum())
