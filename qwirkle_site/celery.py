"""The Celery app. Its settings and the beat schedule stand in settings/queue.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings.dev")

app = Celery("qwirkle_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
