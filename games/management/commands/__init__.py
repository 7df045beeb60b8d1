"""``manage.py`` commands of the games."""
