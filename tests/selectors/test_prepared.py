"""A prepared query answers as the query that it was made from."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.selectors.prepared import Prepared
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db


def joined(numbers, moments, texts):
    found = User.objects.filter(pk__in=numbers, date_joined__gt=moments[0])
    found = found.exclude(username=texts[0]).order_by("pk")
    return found.values_list("pk", "date_joined", "has_sounds")


def test_it_answers_every_set_of_arguments_as_the_query_would_with_values_of_python():
    people = [make_user(date_joined=NOW + timedelta(days=day)) for day in range(4)]
    prepared = Prepared(joined, numbers=3, moments=1, texts=1)
    pks = [person.pk for person in people]
    for numbers, moment, name in (
        (pks[:3], NOW - timedelta(days=1), people[1].username),
        (pks[1:], NOW + timedelta(days=1), ""),
        ([pks[0], 0, -1], NOW - timedelta(days=9), "nobody"),
        ([0, -1, -2], NOW, ""),
    ):
        arguments = (numbers, [moment], [name])
        assert prepared.rows(*arguments) == [list(row) for row in joined(*arguments)]


def test_it_is_one_query_each_time_and_is_written_once(django_assert_num_queries):
    calls = []

    def counted(*arguments):
        calls.append(arguments)
        return joined(*arguments)

    prepared = Prepared(counted, numbers=1, moments=1, texts=1)
    for _ in range(3):
        with django_assert_num_queries(1):
            prepared.rows([1], [NOW], [""])
    assert len(calls) == 1
