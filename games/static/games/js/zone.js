// Offers the time zone of the browser to somebody who has chosen none.

/** @param {HTMLElement} form */
export function start(form) {
  const field = form.querySelector("select");
  const hint = form.querySelector("[data-zone-hint]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!(field instanceof HTMLSelectElement) || !(hint instanceof HTMLElement)) return;
  const isKnown = [...field.options].some((option) => option.value === zone);
  if (field.value || !isKnown) return;
  field.value = zone;
  hint.textContent = (form.dataset.hint ?? "").replace("{zone}", zone);
  hint.hidden = false;
}
