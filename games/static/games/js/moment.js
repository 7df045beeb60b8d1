/** When something was said, as short as it can be told apart. */

const DAY_MS = 24 * 3600 * 1000;

/**
 * @param {Date} at
 * @param {Date} now
 * @param {string} language
 * @returns {string} "09:12" today, "Mon" in the last days, "2 Dec" before
 */
export function momentText(at, now, language) {
  if (at.toDateString() === now.toDateString()) {
    return at.toLocaleTimeString(language, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  }
  const isRecent = now.getTime() - at.getTime() < 6 * DAY_MS;
  return at.toLocaleDateString(
    language,
    isRecent ? { weekday: "short" } : { day: "numeric", month: "short" },
  );
}

/**
 * Write the times inside an element in the reader's zone and language.
 *
 * @param {ParentNode} root
 */
export function localTimes(root) {
  const language = document.documentElement.lang || "en";
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(at.getTime())) time.textContent = momentText(at, new Date(), language);
  }
}
