"""Routes of the accounts; allauth's own are mounted at /accounts/."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("settings/zone/", views.time_zone, name="time_zone"),
    path("settings/vacation/", views.auto_vacation, name="auto_vacation"),
    path("settings/palette/", views.palette_offer, name="palette_offer"),
    path("display/", views.display, name="display"),
]
