import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createPkce } from "../../../templates/runtime/oauth/pkce.js";
import { createState } from "../../../templates/runtime/oauth/state.js";

test("a challenge is the SHA-256 of its verifier, in Base64 for URLs (RFC 7636, section 4.2)", async () => {
  for (let round = 0; round < 50; round++) {
    const { codeVerifier, codeChallenge } = await createPkce();
    expect(codeVerifier).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
    expect(codeChallenge).toBe(createHash("sha256").update(codeVerifier).digest("base64url"));
  }
});

test("a state has 256 bits of chance in it, and fits a URL as it is", () => {
  const states = Array.from({ length: 50 }, createState);
  expect(new Set(states).size).toBe(50);
  for (const state of states) {
    expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
  }
});
