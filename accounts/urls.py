"""Routes of the accounts; allauth's own are mounted at /accounts/."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("display/", views.display, name="display"),
]
