// Forms of settings that are sent whenever something in them changes.

/**
 * Show and store each change. The Save button is needed only where that fails.
 *
 * @param {HTMLFormElement} form says "Saved" (its `data-saved`) in its `<output>`
 * @param {(chosen: FormData, form: HTMLFormElement, event: Event) => void} show
 */
export function saveOnChange(form, show) {
  const button = form.querySelector("button[type=submit]");
  const said = form.querySelector("output");
  if (button instanceof HTMLElement) button.hidden = true;
  form.addEventListener("change", async (event) => {
    const chosen = new FormData(form);
    show(chosen, form, event);
    const isSaved = await send(form.action, chosen);
    if (button instanceof HTMLElement) button.hidden = isSaved;
    if (said) said.textContent = isSaved ? (form.dataset.saved ?? "") : "";
  });
}

/**
 * @param {string} address
 * @param {FormData} chosen
 * @returns {Promise<boolean>} whether the site has stored it
 */
async function send(address, chosen) {
  try {
    // Not followed: the answer is a redirect to this very page.
    const answer = await fetch(address, {
      method: "POST",
      body: new URLSearchParams([...chosen].map(([name, value]) => [name, `${value}`])),
      redirect: "manual",
    });
    return answer.type === "opaqueredirect" || answer.ok;
  } catch {
    return false;
  }
}
