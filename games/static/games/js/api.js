/**
 * Requests to our own server. A move is sent once per key; the same key may be sent again.
 *
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {number} status 0 when no answer came
 * @property {string} code why it was refused; "signed_out", "no_answer", "failed" are our own
 * @property {string} error one sentence from the server, or ""
 * @property {[number, number][]} cells cells at fault
 * @property {string} html the table as it is now, or ""
 * @property {boolean | null} live whether the server can push, null when it did not say
 * @property {Record<string, any>} body the whole JSON answer
 */

/**
 * @param {number} status
 * @param {unknown} json
 * @returns {Answer}
 */
export function readAnswer(status, json) {
  /** @type {Record<string, any>} */
  const body = json && typeof json === "object" ? json : {};
  const ok = status === 200 && body.ok !== false && json !== null;
  return {
    ok,
    status,
    code: ok ? "" : codeOf(status, body),
    error: typeof body.error === "string" ? body.error : "",
    cells: Array.isArray(body.cells) ? body.cells : [],
    html: typeof body.html === "string" ? body.html : "",
    live: typeof body.live === "boolean" ? body.live : null,
    body,
  };
}

/**
 * @param {number} status
 * @param {Record<string, any>} body
 * @returns {string}
 */
function codeOf(status, body) {
  if (typeof body.code === "string") return body.code;
  if (status === 0) return "no_answer";
  // A redirect is the way to the sign-in page; a bare 401 or 403 says the same.
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return "signed_out";
  return status === 429 ? "too_fast" : "failed";
}

/**
 * @param {string} url
 * @param {Record<string, string>} fields
 * @param {string} token CSRF token
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function post(url, fields, token, signal) {
  let response;
  try {
    response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Accept: "application/json", "X-CSRFToken": token },
      redirect: "manual",
      ...(signal ? { signal } : {}),
    });
  } catch {
    return readAnswer(0, null);
  }
  if (response.type === "opaqueredirect") return readAnswer(302, null);
  return readAnswer(response.status, await response.json().catch(() => null));
}

/**
 * Fetch the table when it differs from the one whose tag we hold.
 *
 * @param {string} url
 * @param {string} etag "" the first time
 * @returns {Promise<{status: number, html: string, etag: string}>} status 0 when no answer came
 */
export async function getTable(url, etag) {
  try {
    const response = await fetch(url, {
      headers: { Accept: "text/html", ...(etag ? { "If-None-Match": etag } : {}) },
      cache: "no-store",
      redirect: "manual",
    });
    const html = response.status === 200 ? await response.text() : "";
    return { status: response.status, html, etag: response.headers.get("ETag") ?? etag };
  } catch {
    return { status: 0, html: "", etag };
  }
}
