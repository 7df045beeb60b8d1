// A button beside an address that copies it.

/** @param {HTMLElement} box the element around the input */
export function start(box) {
  const input = box.querySelector("input");
  if (!input || !navigator.clipboard) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--sm";
  button.textContent = box.dataset.copy ?? "";
  button.addEventListener("click", async () => {
    input.select();
    await navigator.clipboard.writeText(input.value);
    button.textContent = box.dataset.copied ?? "";
  });
  box.append(button);
}
