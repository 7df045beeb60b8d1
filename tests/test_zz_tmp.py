import os


def test_x(db):
    from django.db import connection
    from django.conf import settings

    print(os.environ.get("DJANGO_SETTINGS_MODULE"), settings.SETTINGS_MODULE)
    print(settings.DATABASES, connection.settings_dict)
    assert 0
