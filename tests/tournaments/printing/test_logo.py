"""The picture that a club brings as its logo."""

import struct
import zlib
from base64 import b64decode, b64encode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import make_member, make_night
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tournaments.imports.logos import BadPicture, read_picture
from tournaments.limits import LARGEST_PICTURE
from tournaments.models import Club, ClubLogo, Event, Member
from tournaments.selectors.printing import LARGEST_DRAWN, is_drawn_here, own_logo
from tournaments.services.refusals import Refused

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def png(width: int = 4, height: int = 2, *, beside: bytes = b"") -> bytes:
    """Red, with something written ``beside`` it."""
    rows = b"".join(b"\0" + b"\xff\0\0" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"tEXt", b"Where\0" + beside), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def jpeg(width: int, height: int) -> bytes:
    """As far as its size."""
    app = b"\xff\xe0" + struct.pack(">H", 4) + b"ab"
    return b"\xff\xd8" + app + b"\xff\xc0" + struct.pack(">HBHH", 11, 8, height, width) + b"\0" * 8


@pytest.fixture
def night() -> Event:
    return make_night()


@pytest.fixture
def owner(client: Client, night: Event) -> Client:
    client.force_login(Member.objects.get(club=night.club, role=Member.Role.OWNER).user, backend=BACKEND)
    return client


def bring(client: Client, club: Club, data: bytes) -> HttpResponse:
    answer: HttpResponse = client.post(
        reverse("logo", args=[club.slug]), {"picture": SimpleUploadedFile("a.png", data)}, follow=True
    )
    return answer


def test_a_logo_is_drawn_anew_and_shown_to_all_and_taken_away_again(owner: Client, night: Event) -> None:
    club = night.club
    bring(owner, club, png(beside=b"at home"))
    shown = Client().get(reverse("logo-picture", args=[club.slug]))
    assert shown["Content-Type"] == "image/png" and is_drawn_here(b64encode(shown.content).decode())
    assert b"at home" not in shown.content
    assert reverse("logo-picture", args=[club.slug]) in Client().get(reverse("club", args=[club.slug])).content.decode()
    cards = Client().get(reverse("print-sheet", args=[night.pk, "place-cards"])).content.decode()
    assert cards.count(own_logo(club)) == 1 and cards.count("#own-logo") == 2 * night.entrants.count()
    owner.post(reverse("logo", args=[club.slug]), {"remove": "1"})
    assert Client().get(reverse("logo-picture", args=[club.slug])).status_code == 404
    entries = club.audit_entries.filter(action="crest-set").order_by("pk")
    assert [(entry.before["crest"], entry.after["crest"]) for entry in entries] == [("drawn", "own"), ("own", "drawn")]


def test_what_cannot_be_read_is_refused_and_changes_nothing(owner: Client, night: Event) -> None:
    bring(owner, night.club, png())
    before = own_logo(night.club)
    assert "cannot be read" in bring(owner, night.club, png()[:60]).content.decode()
    assert "neither a PNG nor a JPEG" in bring(owner, night.club, b"<svg onload='alert(1)'/>").content.decode()
    assert own_logo(night.club) == before


def test_only_the_owner_brings_a_logo(client: Client, night: Event) -> None:
    client.force_login(make_member(night.club, Member.Role.DIRECTOR), backend=BACKEND)
    assert bring(client, night.club, png()).status_code == 403
    assert not ClubLogo.objects.exists()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "kind"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "kind"),
        (b"\xff\xd8\xff\xe0\0", "kind"),
        (b"\xff\xd8\xff\xe0\0\2rubbish", "kind"),
        (jpeg(100, 100)[:14], "kind"),
        (jpeg(9000, 9000), "pixels"),
        (png()[:16] + struct.pack(">II", 50_000, 50_000), "pixels"),
        (png()[:16] + struct.pack(">II", 0, 1), "pixels"),
        (png() + b"\0" * LARGEST_PICTURE, "too-large"),
    ],
)
def test_a_picture_that_is_none_or_would_fill_the_memory_is_not_read(data: bytes, fault: str) -> None:
    with pytest.raises(BadPicture, match=f"^{fault}$"):
        read_picture(data)


def test_a_jpeg_is_known_by_its_frame() -> None:
    assert read_picture(jpeg(640, 480)).media == "image/jpeg"


def test_a_logo_goes_along_in_the_file_of_the_club(owner: Client, night: Event) -> None:
    bring(owner, night.club, png())
    file = file_of(night.club)
    assert own_logo(brought(rewritten(file, elsewhere))) == own_logo(night.club)
    padded = b64encode(b64decode(own_logo(night.club)) + bytes(LARGEST_DRAWN)).decode()
    for picture in ("PHN2Zz4=", padded):
        other = rewritten(file, lambda kind, facts, to=picture: facts | ({"picture": to} if kind == "crest" else {}))
        with pytest.raises(Refused, match="club-file-row"):
            brought(other)
