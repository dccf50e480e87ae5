"""Files that are written are there whole or not at all."""

import os

import pytest
from chromex._files import write_whole


def test_a_file_is_replaced_as_a_whole(tmp_path, monkeypatch):
    path = tmp_path / "proof.cert"
    write_whole(path, b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr(os, "fsync", full)
        write_whole(path, b"new")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["proof.cert"]
    write_whole(path, b"new")
    assert path.read_bytes() == b"new" and os.listdir(tmp_path) == ["proof.cert"]


def test_behind_a_link_the_file_is_replaced(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"1")
    write_whole(tmp_path / "link", b"2")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_bytes() == b"2"


def test_a_device_is_written_to_directly(tmp_path):
    write_whole(tmp_path.__class__(os.devnull), b"gone")
    assert not os.path.isfile(os.devnull)
