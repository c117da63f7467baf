import { describe, expect, test } from "vitest";
import { authorizationUrl } from "../../../templates/runtime/oauth/authorization-url.js";

const options = { authorizeUrl: "https://www.example.com/oauth2/authorize", clientId: "key" };

function parametersOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

describe("authorizationUrl", () => {
  test("authorizationUrl has all seven parameters, encoded, and those of PKCE (B-074)", () => {
    const url = authorizationUrl({
      ...options,
      clientId: "k e&y",
      responseType: "token",
      redirectUri: "https://app.example.com/cb?x=1&y=ä",
      state: "a b+c%&=#é",
      requireRole: "work",
      forceReapprove: true,
      disableSignup: false,
      codeChallenge: "abc-_",
    });
    expect(url).toMatch(/^https:\/\/www\.example\.com\/oauth2\/authorize\?[\x21-\x7e]+$/);
    expect(parametersOf(url)).toEqual({
      response_type: "token",
      client_id: "k e&y",
      redirect_uri: "https://app.example.com/cb?x=1&y=ä",
      state: "a b+c%&=#é",
      require_role: "work",
      force_reapprove: "true",
      disable_signup: "false",
      code_challenge: "abc-_",
      code_challenge_method: "S256",
    });
  });

  test("authorizationUrl has nothing that was not asked for, and is of the code flow by default", () => {
    expect(parametersOf(authorizationUrl(options))).toEqual({ response_type: "code", client_id: "key" });
  });

  test("authorizationUrl has further parameters, and keeps those that the page's URL has", () => {
    const authorizeUrl = `${options.authorizeUrl}?locale=de`;
    const parameters = { theme: "dark" };
    expect(parametersOf(authorizationUrl({ ...options, authorizeUrl, parameters }))).toEqual({
      locale: "de",
      theme: "dark",
      response_type: "code",
      client_id: "key",
    });
  });

  test("authorizationUrl asks for permissions, and for a refresh token, which the token flow does not have", () => {
    const wanted = { ...options, scope: ["files.read", "files.write"], tokenAccessType: "offline" } as const;
    expect(parametersOf(authorizationUrl(wanted))).toMatchObject({
      scope: "files.read files.write",
      token_access_type: "offline",
    });
    const redirectUri = "https://app.example.com/cb";
    const withToken = parametersOf(authorizationUrl({ ...wanted, responseType: "token", redirectUri }));
    expect(withToken).not.toHaveProperty("token_access_type");
  });

  test.each(["client_id", "state", "redirect_uri", "code_challenge_method", "scope"])(
    "authorizationUrl lets no further parameter stand for its own %s",
    (name) => {
      expect(() => authorizationUrl({ ...options, parameters: { [name]: "x" } })).toThrow(
        new TypeError(`Set the parameter ${name} with its own option`),
      );
    },
  );

  test("authorizationUrl takes a state of 500 bytes, and refuses a longer one, counted in bytes and not in characters (B-067)", () => {
    const state = "é".repeat(250);
    expect(parametersOf(authorizationUrl({ ...options, state }))["state"]).toBe(state);
    expect(() => authorizationUrl({ ...options, state: `${state}x` })).toThrow(
      new TypeError("The state is longer than 500 bytes"),
    );
  });

  test("authorizationUrl refuses an empty clientId, as of a variable that is not set", () => {
    expect(() => authorizationUrl({ ...options, clientId: "" })).toThrow(new TypeError("The clientId is empty"));
  });

  test("authorizationUrl refuses the token flow without a redirect URI, which that flow needs (B-065)", () => {
    expect(() => authorizationUrl({ ...options, responseType: "token" })).toThrow(TypeError);
  });
});
