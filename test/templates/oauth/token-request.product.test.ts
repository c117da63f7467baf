import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OAuthError } from "../../../templates/runtime/oauth/error.js";
import { createPkce } from "../../../templates/runtime/oauth/pkce.js";
import { exchangeCode, refreshAccessToken } from "../../../templates/runtime/oauth/token-request.js";
import { app, startAuthorizationServer, type AuthorizationServer } from "./authorization-server.js";

let server: AuthorizationServer;

beforeEach(async () => {
  server = await startAuthorizationServer();
});

afterEach(() => server.close());

/** What a request rejects with. */
async function failure(request: Promise<unknown>): Promise<OAuthError> {
  const thrown: unknown = await request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (thrown instanceof OAuthError) {
    return thrown;
  }
  throw new Error("It has not rejected with an OAuthError", { cause: thrown });
}

/** An exchange that would succeed, if the server did not answer something else instead. */
function exchange(): ReturnType<typeof exchangeCode> {
  return exchangeCode({ ...app, tokenUrl: server.tokenUrl, code: server.grant() });
}

describe("exchangeCode", () => {
  test("exchangeCode sends a form with the credentials, in which + & % survive (B-075, B-081)", async () => {
    const code = server.grant({ redirectUri: "https://a.example/cb?x=1&y" });
    const redirectUri = "https://a.example/cb?x=1&y";
    const tokens = await exchangeCode({ ...app, tokenUrl: server.tokenUrl, code, redirectUri });
    expect(tokens).toEqual({
      access_token: "token-1",
      token_type: "bearer",
      account_id: "dbid:1",
      uid: "1",
      refresh_token: "refresh&1",
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.url).toBe("/oauth2/token");
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(server.requests[0]?.form ?? [])).toEqual({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      client_id: app.clientId,
      client_secret: app.clientSecret,
    });
  });

  test("exchangeCode sends the credentials as HTTP Basic instead if configured, and then not in the form (B-076, B-081)", async () => {
    const code = server.grant();
    await exchangeCode({ ...app, tokenUrl: server.tokenUrl, code, credentials: "header" });
    const [request] = server.requests;
    const expected = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64");
    expect(request?.headers.authorization).toBe(`Basic ${expected}`);
    expect(Object.fromEntries(request?.form ?? [])).toEqual({ grant_type: "authorization_code", code });
  });

  test("exchangeCode proves with PKCE that the code is its own; then no secret is needed", async () => {
    const { codeVerifier, codeChallenge } = await createPkce();
    const code = server.grant({ codeChallenge });
    const { clientId } = app;
    const tokens = await exchangeCode({ tokenUrl: server.tokenUrl, clientId, code, codeVerifier });
    expect(tokens.access_token).toBe("token-1");
  });

  test("exchangeCode gives the team instead of the account if a team has granted access (B-079)", async () => {
    server.members = { account_id: undefined, uid: undefined, team_id: "dbtid:1", expires_in: 14400, scope: "a b" };
    expect(await exchange()).toEqual({
      access_token: "token-1",
      token_type: "bearer",
      team_id: "dbtid:1",
      expires_in: 14400,
      refresh_token: "refresh&1",
      scope: "a b",
    });
  });

  test("exchangeCode leaves out members that are unknown or null, and reads numbers and texts alike", async () => {
    server.members = { token_type: "BEARER", uid: 7, expires_in: "60", scope: null, id_token: "x" };
    const tokens = await exchange();
    expect(tokens).toMatchObject({ token_type: "bearer", uid: "7", expires_in: 60, scope: undefined });
    expect(Object.keys(tokens)).not.toContain("id_token");
  });

  test.each([
    [{ access_token: undefined }, "access_token"],
    [{ access_token: "" }, "access_token"],
    [{ access_token: { a: 1 } }, "valid access_token"],
    [{ token_type: undefined }, "token_type bearer"],
    [{ token_type: "mac" }, "token_type bearer"],
    [{ account_id: ["a"] }, "valid account_id"],
    [{ expires_in: "soon" }, "expires_in in seconds"],
    [{ expires_in: -1 }, "expires_in in seconds"],
  ])("exchangeCode refuses an answer with %j", async (members, what) => {
    server.members = members;
    const error = await failure(exchange());
    expect(error).toMatchObject({ reason: "protocol", message: `The response has no ${what}` });
  });
});

describe("a token request that fails", () => {
  test("a token request that fails tells the plain text of a refusal (B-082)", async () => {
    const code = server.grant({ redirectUri: "https://a.example/cb" });
    const error = await failure(exchangeCode({ ...app, tokenUrl: server.tokenUrl, code }));
    expect(error).toMatchObject({
      name: "OAuthError",
      reason: "refused",
      status: 400,
      error: undefined,
      body: "redirect_uri is another one",
      message: "The token request failed with status 400: redirect_uri is another one",
    });
  });

  test("a token request that fails tells code and description of a refusal in JSON (RFC 6749, section 5.2)", async () => {
    const body = '{"error":"invalid_grant","error_description":"code has expired"}';
    server.instead = { status: 401, body };
    expect(await failure(exchange())).toMatchObject({
      reason: "refused",
      status: 401,
      error: "invalid_grant",
      description: "code has expired",
      body,
      message: "The token request failed with status 401: code has expired",
    });
  });

  test("a token request that fails tells no secret, even if the service quotes it", async () => {
    const secrets = { ...app, code: "the code", codeVerifier: "the verifier", refreshToken: "the refresh token" };
    server.instead = { status: 400, body: `Bad: ${Object.values(secrets).join(", ")}` };
    for (const request of [exchangeCode, refreshAccessToken]) {
      for (const credentials of ["form", "header"] as const) {
        const { message, body } = await failure(request({ ...secrets, tokenUrl: server.tokenUrl, credentials }));
        const sent = request === exchangeCode ? /verifier|the code|s\+e/ : /the refresh|s\+e/;
        expect(`${message} ${body ?? ""}`).toContain(`Bad: ${app.clientId}, …`);
        expect(`${message} ${body ?? ""}`).not.toMatch(sent);
      }
    }
  });

  test("the code of an error tells no secret either", async () => {
    server.instead = { status: 400, body: '{"error":"bad code: the code"}' };
    const request = exchangeCode({ ...app, tokenUrl: server.tokenUrl, code: "the code" });
    const { error, message } = await failure(request);
    expect(error).toBe("bad code: …");
    expect(message).not.toContain("the code");
  });

  test("the code of an error is read before secrets are removed, however short they are", async () => {
    const body = '{"error":"invalid_grant","error_description":"the token r is revoked"}';
    server.instead = { status: 400, body };
    const { error, description } = await failure(
      refreshAccessToken({ ...app, tokenUrl: server.tokenUrl, refreshToken: "r" }),
    );
    expect([error, description]).toEqual(["invalid_grant", "the token … is …evoked"]);
  });

  test.each(["", "<html>", "[]", "null", '"token"', '{"access_token":"sl.secret'])(
    "a token request that fails is no success if it is answered with 200 and %j, whose body is not kept",
    async (body) => {
      server.instead = { status: 200, body };
      const error = await failure(exchange());
      expect(error).toMatchObject({ reason: "protocol", message: "The response has no access_token", body: undefined });
      expect(error.cause).toBeUndefined();
    },
  );

  test("a token request that fails tells only the beginning of a whole page", async () => {
    server.instead = { status: 502, body: "x".repeat(10_000) };
    const { message, status } = await failure(exchange());
    expect(status).toBe(502);
    expect(message.length).toBeLessThan(300);
  });

  test("a token request that fails does not carry secrets to where it is redirected", async () => {
    const other = await startAuthorizationServer();
    try {
      server.instead = { status: 307, headers: { Location: other.tokenUrl }, body: "" };
      expect(await failure(exchange())).toMatchObject({ reason: "refused", status: 307 });
      expect(other.requests).toEqual([]);
    } finally {
      other.close();
    }
  });

  test("a token request that fails has the cause if there was no response", async () => {
    const { tokenUrl } = server;
    server.close();
    const error = await failure(exchangeCode({ ...app, tokenUrl, code: "c" }));
    expect(error.reason).toBe("network");
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  test("a token request that fails rejects with the signal's reason if the caller has ended it", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const request = exchangeCode({ ...app, tokenUrl: server.tokenUrl, code: "c", signal });
    await expect(request).rejects.toThrow(new Error("enough"));
    expect(server.requests).toEqual([]);
  });
});

describe("refreshAccessToken", () => {
  test("refreshAccessToken gives a new token, and the refresh token that replaces the old one", async () => {
    const tokens = await refreshAccessToken({ ...app, tokenUrl: server.tokenUrl, refreshToken: server.refreshToken });
    expect(tokens).toEqual({ access_token: "token-1", token_type: "bearer", refresh_token: "refresh&1+" });
    expect(server.requests[0]?.form.get("refresh_token")).toBe("refresh&1");
  });

  test("refreshAccessToken uses the fetch that it is given", async () => {
    const seen: unknown[] = [];
    const own: typeof fetch = (...args) => {
      seen.push(args[0]);
      return fetch(...args);
    };
    const { tokenUrl, refreshToken } = server;
    await refreshAccessToken({ ...app, tokenUrl, refreshToken, fetch: own });
    expect(seen).toEqual([tokenUrl]);
  });
});
