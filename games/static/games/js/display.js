// The display menu: what is chosen shows at once and is stored without a reload.

/** @param {HTMLElement} element the form */
export function start(element) {
  if (!(element instanceof HTMLFormElement)) return;
  const form = element;
  const button = form.querySelector("button[type=submit]");
  if (button instanceof HTMLElement) button.hidden = true;
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === "palette") {
      const marks = form.elements.namedItem("marks");
      if (marks instanceof HTMLInputElement && event.target.value === "safe") marks.checked = true;
    }
    show(new FormData(form));
    void save(form, button);
  });
}

/** @param {FormData} chosen */
function show(chosen) {
  const page = document.documentElement;
  const theme = String(chosen.get("theme") ?? "");
  if (theme) page.dataset.theme = theme;
  else delete page.dataset.theme;
  page.dataset.palette = String(chosen.get("palette") ?? "default");
  page.dataset.marks = chosen.has("marks") ? "on" : "off";
}

/**
 * Store the choice; if that fails, the Save button comes back so that one can try again.
 *
 * @param {HTMLFormElement} form
 * @param {Element | null} button
 */
async function save(form, button) {
  let isSaved = false;
  try {
    // Not followed: the answer is a redirect to this very page.
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`])),
      redirect: "manual",
    });
    isSaved = answer.type === "opaqueredirect" || answer.ok;
  } catch {
    isSaved = false;
  }
  if (button instanceof HTMLElement) button.hidden = isSaved;
}
