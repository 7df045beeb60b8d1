// A button in the field that shows the password while one types it.

/** @param {HTMLElement} box the element around the input */
export function start(box) {
  const input = box.querySelector("input");
  if (!input) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--quiet btn--icon";
  button.innerHTML = '<svg class="icon" aria-hidden="true"><use href="#i-eye"></use></svg>';
  button.addEventListener("click", () => {
    input.type = input.type === "password" ? "text" : "password";
    label();
  });
  /** Say what a click will do now. */
  function label() {
    const isHidden = input?.type === "password";
    button.setAttribute("aria-label", (isHidden ? box.dataset.show : box.dataset.hide) ?? "");
  }
  label();
  box.append(button);
}
