import { describe, expect, test } from "vitest";
import { OAuthError } from "../../../templates/runtime/oauth/error.js";
import { readCodeRedirect, readTokenRedirect } from "../../../templates/runtime/oauth/redirect.js";
import { createState } from "../../../templates/runtime/oauth/state.js";

const state = "500 bytes of é+%&=#";
const encoded = encodeURIComponent(state);
const page = "https://app.example.com/cb";

function thrownBy(read: () => unknown): OAuthError {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof OAuthError) {
      return thrown;
    }
  }
  throw new Error("It has thrown no OAuthError");
}

describe("the redirect of the code flow", () => {
  test("the redirect of the code flow gives the code (B-071, B-074)", () => {
    const url = `${page}?code=a%26b&state=${encoded}`;
    expect(readCodeRedirect(url, { state })).toEqual({ code: "a&b" });
    expect(readCodeRedirect(new URL(url), { state })).toEqual({ code: "a&b" });
  });

  test("the redirect of the code flow may be the path and query that a server sees", () => {
    expect(readCodeRedirect(`/cb?state=${encoded}&code=c`, { state })).toEqual({ code: "c" });
  });

  test("the redirect of the code flow gives the code without a state if the request had none", () => {
    expect(readCodeRedirect(`${page}?code=c`, { state: undefined })).toEqual({ code: "c" });
  });

  test.each([
    ["another one", `${page}?code=c&state=${encoded}x`, state],
    ["another spelling of it", `${page}?code=c&state=ABC`, "abc"],
    ["none", `${page}?code=c`, state],
    ["one though the request had none", `${page}?code=c&state=${encoded}`, undefined],
    ["an empty one though the request had none", `${page}?code=c&state=`, undefined],
    ["one in the fragment", `${page}?code=c#state=${encoded}`, state],
  ])("the redirect of the code flow is refused if the state is %s", (_what, url, state) => {
    const { reason, message } = thrownBy(() => readCodeRedirect(url, { state }));
    expect({ reason, message }).toEqual({
      reason: "state",
      message: "The state of the redirect differs from that of the request",
    });
  });

  test("the redirect of the code flow is an error of reason refused if the user has denied access (B-073)", () => {
    const url = `${page}?error=access_denied&error_description=The+user+said+no&state=${encoded}`;
    expect(thrownBy(() => readCodeRedirect(url, { state }))).toMatchObject({
      reason: "refused",
      error: "access_denied",
      description: "The user said no",
      message: "Access was not granted: The user said no",
    });
  });

  test("the redirect of the code flow is checked before a denial is believed", () => {
    expect(thrownBy(() => readCodeRedirect(`${page}?error=access_denied`, { state })).reason).toBe("state");
  });

  test("the redirect of the code flow must have a code, and must have nothing twice", () => {
    for (const query of ["", "&code=", "&code=1&code=2", `&code=1&state=${encoded}`]) {
      expect(thrownBy(() => readCodeRedirect(`${page}?state=${encoded}${query}`, { state })).reason).toBe("protocol");
    }
  });
});

describe("the redirect of the token flow", () => {
  const fragment = `access_token=a%2Bb&token_type=bearer&account_id=dbid%3A1&uid=7&state=${encoded}&new=1`;

  test("the redirect of the token flow gives what is in its fragment, and leaves out what is unknown (B-072, B-074)", () => {
    expect(readTokenRedirect(`${page}?x=1#${fragment}`, { state })).toEqual({
      access_token: "a+b",
      token_type: "bearer",
      account_id: "dbid:1",
      uid: "7",
    });
  });

  test("the redirect of the token flow tells team and lifetime", () => {
    const url = `${page}#access_token=t&token_type=Bearer&team_id=dbtid%3A1&expires_in=14400&scope=a+b`;
    expect(readTokenRedirect(url, { state: undefined })).toEqual({
      access_token: "t",
      token_type: "bearer",
      team_id: "dbtid:1",
      expires_in: 14400,
      scope: "a b",
    });
  });

  test("the redirect of the token flow is refused with a token in the query, where servers and logs would see it", () => {
    expect(thrownBy(() => readTokenRedirect(`${page}?${fragment}`, { state })).reason).toBe("state");
  });

  test("the redirect of the token flow is refused if the state is another one", () => {
    expect(thrownBy(() => readTokenRedirect(`${page}#${fragment}`, { state: createState() })).reason).toBe("state");
  });

  test("the redirect of the token flow tells errors, which are in the fragment too (Q-13)", () => {
    const url = `${page}#error=server_error&state=${encoded}`;
    expect(thrownBy(() => readTokenRedirect(url, { state }))).toMatchObject({
      reason: "refused",
      error: "server_error",
      description: undefined,
      message: "Access was not granted: server_error",
    });
  });

  test("the redirect of the token flow must have a bearer token", () => {
    for (const members of ["access_token=a", "access_token=a&token_type=mac", "token_type=bearer"]) {
      const { reason, message } = thrownBy(() => readTokenRedirect(`${page}#${members}`, { state: undefined }));
      expect(reason).toBe("protocol");
      expect(message).toMatch(/^The redirect has no (token_type bearer|access_token)$/);
    }
  });
});
