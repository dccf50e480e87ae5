"""The file in which a distributed search keeps its answers: what is damaged is not believed, and nothing grows without end."""

import sqlite3
from types import SimpleNamespace

import pytest
from chromex._search import Answers
from chromex._parallel import ParallelSearch, weight


@pytest.fixture
def path(tmp_path):
    answers = Answers(tmp_path / "answers")
    answers.put("icol path:3 0", True)
    answers.put("icol path:4 0", False)
    answers.add("icol path:4", [(1 << 63, b"abc"), (7, b"")])
    answers.close()
    return tmp_path / "answers"


def test_what_was_kept_is_known(path):
    answers = Answers(path)
    assert [answers.get(f"icol path:{n} 0") for n in (3, 4, 5)] == [True, False, None]
    assert answers.found("icol path:4") == [[(1 << 63, b"abc")], [(7, b"")]]
    assert answers.found("icol path:5") == []


@pytest.mark.parametrize(
    "damage",
    [
        "update lost_2 set lost = 1 - lost",
        "update lost_2 set question = 'icol path:4 0' where question = 'icol path:3 0'",
        "update lost_2 set sum = null",
        "update lost_2 set lost = 2",
    ],
)
def test_a_damaged_answer_is_not_believed_and_is_found_again(path, damage):
    with sqlite3.connect(path) as base:
        base.execute("delete from lost_2 where question = 'icol path:4 0'")
        base.execute(damage)
    answers = Answers(path)
    question = "icol path:4 0" if "question" in damage else "icol path:3 0"
    with pytest.warns(UserWarning, match="not believed"):
        assert answers.get(question) is None
    answers.put(question, True)
    assert answers.get(question) is True


def test_damaged_findings_are_not_believed(path):
    with sqlite3.connect(path) as base:
        base.execute("update found_2 set entries = x'616264' where rule = '9223372036854775808'")
    with pytest.warns(UserWarning, match="not believed"):
        assert Answers(path).found("icol path:4") == [[(7, b"")]]


def test_files_of_the_first_version_are_brought_up_to_date(tmp_path):
    with sqlite3.connect(tmp_path / "answers") as base:
        base.execute("create table lost_1 (question text primary key, lost integer)")
        base.execute("insert into lost_1 values ('icol path:3 0', 1)")
        base.execute("create table found_1 (root text, rule text, entries blob)")
        base.execute("insert into found_1 values ('icol path:4', '7', x'0102')")
    for _ in range(2):
        answers = Answers(tmp_path / "answers")
        assert answers.get("icol path:3 0") is True
        assert answers.found("icol path:4") == [[(7, b"\1\2")]]
        answers.close()


def test_a_file_that_fails_later_does_not_stand_in_the_way(path):
    answers = Answers(path)
    answers._base.execute("drop table lost_2")
    with pytest.warns(UserWarning, match="cannot be read"):
        assert answers.get("icol path:3 0") is None
    with pytest.warns(UserWarning, match="not kept"):
        answers.put("icol path:3 0", True)


def test_what_workers_found_keeps_to_the_memory():
    answers = SimpleNamespace(found=lambda root: [])
    limits = {"memory": "1M"}
    search = ParallelSearch("icol path:4", None, answers, limits, None)
    for number in range(100):
        search.add_findings("worker", [(number, bytes(50_000))])
    held = [found for _, found in search.findings if found]
    # The numbers of findings stay, so that each worker knows what it has received.
    assert len(search.findings) == 100 and sum(map(weight, held)) <= 1 << 20
    assert held[-1][0][0] == 99 and len(held) == 20
