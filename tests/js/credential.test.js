import assert from "node:assert/strict";
import test from "node:test";
import {
  hasPasskeys,
  toBytes,
  toCreation,
  toJson,
  toRequest,
  toText,
} from "../../games/static/games/js/credential.js";

test("bytes come back as they went, in letters that fit an address", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, number) => number);
  const text = toText(bytes.buffer);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(toBytes(text), bytes);
});

test("a page on a bare network address, or without security, has no passkeys", () => {
  const page = { isSecureContext: true, PublicKeyCredential: {} };
  assert.equal(hasPasskeys(page, "localhost"), "");
  assert.equal(hasPasskeys(page, "127.0.0.1"), "address");
  assert.equal(hasPasskeys(page, "[::1]"), "address");
  assert.equal(
    hasPasskeys({ isSecureContext: false, PublicKeyCredential: {} }, "a.org"),
    "unsupported",
  );
  assert.equal(hasPasskeys({ isSecureContext: true }, "a.org"), "unsupported");
});

test("a passkey that signs in alone is kept on the device and asks for a finger or a PIN", () => {
  const options = { challenge: "AQ", user: { id: "Ag", name: "ada" }, rp: { id: "a.org" } };
  const alone = toCreation(options, true);
  assert.equal(alone.authenticatorSelection?.residentKey, "required");
  assert.equal(alone.authenticatorSelection?.userVerification, "required");
  assert.deepEqual(alone.challenge, Uint8Array.of(1));
  assert.equal(toCreation(options, false).authenticatorSelection?.residentKey, "discouraged");
});

test("known passkeys are named by their bytes, and answers by their text", () => {
  const known = [{ type: "public-key", id: "Aw" }];
  const request = toRequest({ challenge: "AQ", allowCredentials: known });
  assert.deepEqual(request.allowCredentials?.[0]?.id, Uint8Array.of(3));
  const { buffer } = Uint8Array.of(1);
  const answer = toJson({
    id: "AQ",
    rawId: buffer,
    type: "public-key",
    response: { clientDataJSON: buffer, signature: buffer, authenticatorData: buffer },
    getClientExtensionResults: () => ({}),
  });
  assert.deepEqual(answer.response, {
    clientDataJSON: "AQ",
    authenticatorData: "AQ",
    signature: "AQ",
  });
});
