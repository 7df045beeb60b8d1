"""The tests' own services behave as the tests rely on."""

import urllib.request


def test_the_real_site_serves_the_test_database(site):
    with urllib.request.urlopen(f"{site.url}/", timeout=10) as answer:
        assert answer.status == 200
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_parts_of_the_site_can_be_killed_and_started(site):
    site.kill_worker()
    site.stop_broker()
    site.start_broker()
    site.start_worker()
    site.flush_broker()
    site.kill_web()
    site.start_web()
    with urllib.request.urlopen(f"{site.url}/", timeout=10) as answer:
        assert answer.status == 200
