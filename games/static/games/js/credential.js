// Passkeys as the server writes them, in JSON, and as browsers want them, in bytes. Pure.

/**
 * Return why this page cannot use passkeys, or nothing if it can.
 *
 * @param {{ isSecureContext: boolean, PublicKeyCredential?: unknown }} page
 * @param {string} host
 * @returns {"" | "unsupported" | "address"} "address": a bare network address has no passkeys
 */
export function hasPasskeys(page, host) {
  if (!page.isSecureContext || !page.PublicKeyCredential) return "unsupported";
  return /^[\d.]+$|:|^\[/.test(host) ? "address" : "";
}

/**
 * @param {string} text base64url
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * @param {ArrayBuffer} buffer
 * @returns {string} base64url
 */
export function toText(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Return what `navigator.credentials.create` takes.
 *
 * @param {any} options the server's, with base64url for bytes
 * @param {boolean} isAlone whether the passkey signs in without a password
 * @returns {PublicKeyCredentialCreationOptions}
 */
export function toCreation(options, isAlone) {
  return {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map(toDescriptor),
    authenticatorSelection: {
      ...options.authenticatorSelection,
      residentKey: isAlone ? "required" : "discouraged",
      requireResidentKey: isAlone,
      ...(isAlone ? { userVerification: "required" } : {}),
    },
  };
}

/**
 * Return what `navigator.credentials.get` takes.
 *
 * @param {any} options the server's, with base64url for bytes
 * @returns {PublicKeyCredentialRequestOptions}
 */
export function toRequest(options) {
  return {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(toDescriptor),
  };
}

/**
 * Return a credential as the server reads it (WebAuthn 3, 5.1: RegistrationResponseJSON).
 *
 * @param {any} credential a PublicKeyCredential
 * @returns {Record<string, unknown>}
 */
export function toJson(credential) {
  /** @type {Record<string, string>} */
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature"]) {
    if (credential.response[name]) response[name] = toText(credential.response[name]);
  }
  if (credential.response.userHandle) {
    response.userHandle = toText(credential.response.userHandle);
  }
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

/** @param {any} known */
function toDescriptor(known) {
  return { ...known, id: toBytes(known.id) };
}
