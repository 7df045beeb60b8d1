"""Settings in a browser hold at once and without script; the rules mark what one reads."""

from playwright.sync_api import expect

from tests.factories import make_user


def test_a_switch_holds_at_once_and_is_still_set_after_a_reload(open_page):
    page = open_page(make_user())
    page.goto("/settings/")
    page.get_by_label("Ask before playing").check()
    expect(page.locator("html")).to_have_attribute("data-ask", "on")
    expect(page.locator("#table").get_by_text("Saved")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Ask before playing")).to_be_checked()


def test_easy_colours_bring_their_marks_at_once(open_page):
    page = open_page(make_user())
    page.goto("/settings/")
    page.get_by_text("Easy to tell").click()
    expect(page.locator("html")).to_have_attribute("data-palette", "safe")
    expect(page.locator("html")).to_have_attribute("data-marks", "on")
    expect(page.get_by_label("Marks on tiles")).to_be_checked()


def test_settings_are_saved_without_script(open_page):
    page = open_page(make_user(), java_script_enabled=False)
    page.goto("/settings/")
    page.get_by_label("Sounds").check()
    page.locator("#table").get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-sound", "on")


def test_one_press_answers_the_question_about_colours_without_script(open_page):
    page = open_page(make_user(is_palette_offered=True), java_script_enabled=False)
    page.goto("/")
    page.get_by_role("button", name="Easy to tell").click()
    expect(page.locator("html")).to_have_attribute("data-palette", "safe")
    expect(page.get_by_text("Hard to tell red and orange apart?")).to_have_count(0)


def test_the_index_of_the_rules_marks_what_one_reads(open_page):
    page = open_page()
    page.goto("/rules/")
    index = page.get_by_role("navigation", name="On this page")
    expect(index.locator("[aria-current]")).to_have_text("Lines")
    index.get_by_role("link", name="Scoring").click()
    expect(index.locator("[aria-current]")).to_have_text("Scoring")
