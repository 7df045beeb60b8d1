// Messages of the last action get a button that closes them.

/** @param {HTMLElement} list */
export function start(list) {
  for (const banner of list.querySelectorAll(".banner")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn--quiet btn--icon btn--sm";
    button.setAttribute("aria-label", list.dataset.close ?? "");
    button.innerHTML =
      '<svg class="icon icon--sm" aria-hidden="true"><use href="#i-x"></use></svg>';
    button.addEventListener("click", () => banner.remove());
    banner.append(button);
  }
}
