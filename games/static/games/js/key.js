/**
 * A fresh idempotency key: 32 hexadecimal letters that nobody else makes.
 *
 * Not `crypto.randomUUID`, which browsers hide on a plain http address that is not this machine,
 * such as a site on the home network.
 *
 * @returns {string}
 */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
