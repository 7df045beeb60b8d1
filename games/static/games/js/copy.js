// Buttons beside an address that copy it or hand it to another program.

/** @param {HTMLElement} box the element around the input */
export function start(box) {
  const input = box.querySelector("input");
  if (!input) return;
  if (navigator.clipboard) {
    const copy = addButton(box, box.dataset.copy);
    copy.addEventListener("click", async () => {
      input.select();
      await navigator.clipboard.writeText(input.value);
      copy.textContent = box.dataset.copied ?? "";
    });
  }
  if (navigator.share) {
    // Who closes the system's dialog without a choice has not met an error.
    const share = addButton(box, box.dataset.share);
    share.addEventListener("click", () => navigator.share({ url: input.value }).catch(() => {}));
  }
}

/**
 * @param {HTMLElement} box
 * @param {string | undefined} text
 * @returns {HTMLButtonElement}
 */
function addButton(box, text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--sm";
  button.textContent = text ?? "";
  box.append(button);
  return button;
}
