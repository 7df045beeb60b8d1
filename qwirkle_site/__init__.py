"""The site: it composes the rooms. Loads the Celery app, nothing else."""

from qwirkle_site.celery import app as celery_app

__all__ = ["celery_app"]
