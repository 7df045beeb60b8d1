// The index of a long page marks the section that is being read.

/** @param {HTMLElement} index links to the sections by their fragment */
export function start(index) {
  /** @type {Map<Element, HTMLAnchorElement>} */
  const links = new Map();
  for (const link of index.querySelectorAll("a")) {
    const section = document.getElementById(link.hash.slice(1));
    if (section) links.set(section, link);
  }
  // The band in the upper third: whatever crosses it is what one reads.
  const watcher = new IntersectionObserver(
    (entries) => {
      const read = entries.find((entry) => entry.isIntersecting);
      if (!read) return;
      for (const [section, link] of links) {
        if (section === read.target) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-20% 0px -70% 0px" },
  );
  for (const section of links.keys()) watcher.observe(section);
}
