"""The session: which documents are open, how long, and how much room dropped files take."""

import os
import threading

import pytest

from onnxlens import api
from onnxlens.apps.web.documents import Dropped, Session
from onnxlens.apps.web.refused import Refused

MIB = 1 << 20


def drop(session, size=100, fill=b"\xff"):
    return session.add(api.open(Dropped(bytearray(fill * size), "d")))


def numbers(session):
    return [entry["id"] for entry in session.entries()["documents"]]


def status(call) -> int:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.status


def use(session, number):
    with session.using(number) as opened:
        return opened


def test_documents_keep_their_numbers(tiny):
    session = Session()
    for _ in range(3):
        session.add(api.open(tiny))
    session.close(2)
    session.add(api.open(tiny))
    assert numbers(session) == [1, 3, 4]
    assert status(lambda: use(session, 2)) == 404
    assert status(lambda: use(session, None)) == 400
    assert status(lambda: session.close(2)) == 404


def test_a_document_stays_open_as_long_as_it_is_used():
    session = Session()
    drop(session)
    with session.using(1) as opened:
        session.close(1)
        assert bytes(opened.document.read(0, 2)) == b"\xff\xff"
    assert opened.document.source.read(0, 2) == b""


def test_the_file_of_a_document_is_closed_with_it(model):
    session = Session()
    before = len(os.listdir("/proc/self/fd"))
    session.add(api.open(str(model)))
    assert len(os.listdir("/proc/self/fd")) == before + 1
    session.close(1)
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_oldest_dropped_files_make_room_for_new_ones(model):
    session = Session(room=MIB)
    session.add(api.open(str(model)))
    opened = [drop(session, 400_000) for _ in range(4)]
    assert numbers(session) == [1, 4, 5]
    assert [each.document.source.read(0, 1) == b"" for each in opened] == [True, True, False, False]


def test_the_index_of_a_dropped_file_takes_room_too(tiny):
    session = Session(room=MIB)
    for _ in range(3):  # 200,000 bytes are 100,000 records of 19 bytes in the index
        session.add(api.open(Dropped(bytearray(b"\x08\x0a" * 100_000), "d"), "ModelProto"))
    assert numbers(session) == [3]


def test_dropped_files_are_counted_too():
    session = Session()
    for _ in range(100):
        drop(session, 1)
    assert numbers(session) == list(range(37, 101))


def test_files_that_are_being_sent_share_the_room():
    session = Session(room=MIB)
    drop(session, 600_000)
    with session.coming() as one, session.coming() as other:
        one.grow(600_000)
        assert numbers(session) == []
        assert status(lambda: other.grow(600_000)) == 503
        other.grow(400_000)
        assert status(lambda: one.grow(600_000)) == 413
    with session.coming() as account:
        account.grow(MIB)
        assert status(lambda: account.grow(1)) == 413


def test_a_file_that_changed_on_disk_is_told_and_can_be_read_again(tmp_path, tiny):
    path = tmp_path / "m.onnx"
    path.write_bytes(tiny)
    session = Session()
    session.add(api.open(str(path)))
    assert session.entries()["documents"][0]["changed"] is False
    path.write_bytes(tiny[:139])
    assert session.entries()["documents"][0]["changed"] is True
    again = session.reload(1).entry()
    assert (again["id"], again["size"], again["changed"]) == (1, 139, False)
    assert numbers(session) == [1]


def test_what_has_no_file_cannot_be_read_again():
    session = Session()
    drop(session)
    assert status(lambda: session.reload(1)) == 400
    assert status(lambda: session.reload(2)) == 404


def test_a_value_is_read_again_as_its_model_says(corpus):
    folder = corpus / "generated__onnx-1.23.2" / "test_optional_get_element_optional_tensor"
    path = str(folder / "test_data_set_0" / "input_0.pb")
    session = Session()
    session.add(api.open(path))
    assert session.reload(1).entry()["root"] == "OptionalProto"


def test_many_threads_share_a_session(model):
    session, wrong = Session(room=MIB), []

    def work():
        for _ in range(50):
            number = drop(session, 100_000).number
            try:
                with session.using(number) as opened:
                    if len(opened.document.read(0, 9)) != 9:
                        wrong.append("closed while it was used")
            except Refused:  # another thread needed the room
                pass

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [] and 0 < len(numbers(session)) <= 10
