import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OAuthError } from "../../../templates/runtime/oauth/error.js";
import {
  refreshingToken,
  type RefreshingTokenOptions,
  type StoredTokens,
} from "../../../templates/runtime/oauth/refreshing-token.js";
import { app, startAuthorizationServer, type AuthorizationServer } from "./authorization-server.js";

let server: AuthorizationServer;

beforeEach(async () => {
  server = await startAuthorizationServer();
  server.members = { expires_in: 14400 };
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.close();
});

function provider(options: Partial<RefreshingTokenOptions> = {}): (refused?: string) => Promise<string> {
  return refreshingToken({ ...app, tokenUrl: server.tokenUrl, refreshToken: "refresh&1", ...options });
}

/** A time so many minutes from now. */
function inMinutes(minutes: number): number {
  return Date.now() + minutes * 60_000;
}

describe("refreshingToken", () => {
  test("refreshingToken refuses an option that does not exist", () => {
    const misspelt = { onTokens: () => undefined } as Partial<RefreshingTokenOptions>;
    expect(() => provider(misspelt)).toThrow(new TypeError("There is no option onTokens. Did you mean onToken?"));
  });

  test("refreshingToken refuses an empty clientId and an empty refreshToken", () => {
    expect(() => provider({ clientId: "" })).toThrow(new TypeError("The clientId is empty"));
    expect(() => provider({ refreshToken: "" })).toThrow(new TypeError("The refreshToken is empty"));
  });

  test("refreshingToken gives the token that it was made with, as long as that is good", async () => {
    const token = provider({ accessToken: "first", expiresAt: inMinutes(6) });
    expect([await token(), await token()]).toEqual(["first", "first"]);
    expect(server.requests).toEqual([]);
  });

  test("refreshingToken takes a token whose end is not known to be good until it is refused", async () => {
    const token = provider({ accessToken: "first" });
    expect([await token(), await token("first"), await token()]).toEqual(["first", "token-1", "token-1"]);
  });

  test("refreshingToken gets a token when there is none, and keeps it", async () => {
    const token = provider();
    expect([await token(), await token()]).toEqual(["token-1", "token-1"]);
    expect(server.requests).toHaveLength(1);
  });

  test("refreshingToken gets a new one within five minutes of the end (HTTP-11)", async () => {
    const token = provider({ accessToken: "first", expiresAt: inMinutes(4.9) });
    expect(await token()).toBe("token-1");
  });

  test("refreshingToken gets a new one when the present one is refused, but not when an earlier one is", async () => {
    const token = provider({ accessToken: "first" });
    expect(await token("first")).toBe("token-1");
    expect(await token("first")).toBe("token-1");
    expect(await token("token-1")).toBe("token-2");
    expect(server.requests).toHaveLength(2);
  });

  test("refreshingToken makes one request for ten calls at the same time", async () => {
    const token = provider({ accessToken: "first" });
    const tokens = await Promise.all(Array.from({ length: 10 }, () => token("first")));
    expect(new Set(tokens)).toEqual(new Set(["token-1"]));
    expect(server.requests).toHaveLength(1);
  });

  test("refreshingToken uses the refresh token that came with the last refresh", async () => {
    const token = provider();
    expect(await token(await token(await token()))).toBe("token-3");
    expect(server.requests.map(({ form }) => form.get("refresh_token"))).toEqual([
      "refresh&1",
      "refresh&1+",
      "refresh&1++",
    ]);
  });

  test("refreshingToken keeps the refresh token if no other comes", async () => {
    server.members = { refresh_token: undefined };
    const kept: StoredTokens[] = [];
    const token = provider({ onToken: (tokens) => void kept.push(tokens) });
    await token();
    expect(kept).toEqual([{ refreshToken: "refresh&1", accessToken: "token-1", expiresAt: undefined }]);
  });

  test("refreshingToken gives what is to be kept to onToken before anybody uses it, fit to start from again", async () => {
    const events: unknown[] = [];
    let stored: StoredTokens | undefined;
    const before = Date.now();
    const token = provider({
      onToken: async (tokens) => {
        await new Promise((resolve) => setImmediate(resolve));
        stored = tokens;
        events.push("kept");
      },
    });
    await Promise.all([token(), token()].map((promise) => promise.then(() => events.push("used"))));
    expect(events).toEqual(["kept", "used", "used"]);
    expect(stored).toMatchObject({ refreshToken: "refresh&1+", accessToken: "token-1" });
    expect(stored?.expiresAt).toBeGreaterThanOrEqual(before + 14_400_000);
    expect(stored?.expiresAt).toBeLessThanOrEqual(Date.now() + 14_400_000);
    const again = provider(JSON.parse(JSON.stringify(stored)) as StoredTokens);
    expect([await again(), await again("token-1")]).toEqual(["token-1", "token-2"]);
  });

  test.each([
    ["a 429", 429, {}],
    ["a 503 with the time of the next attempt", 503, { "Retry-After": "0" }],
    ["a lost connection", 0, {}],
  ])("refreshingToken requests a token again after %s", async (_, status, headers) => {
    vi.spyOn(Math, "random").mockReturnValue(0); // no pause
    server.instead = { status, headers, body: "", times: 2 };
    expect(await provider()()).toBe("token-1");
    expect(server.requests).toHaveLength(3);
  });

  test("refreshingToken gives up a request that gets no response within ten seconds, and makes another one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(Math, "random").mockReturnValue(0);
    server.instead = { status: 1, body: "", times: 1 };
    const token = provider()();
    await vi.waitUntil(() => server.requests.length === 1, { timeout: 500_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.advanceTimersByTimeAsync(0); // the pause
    expect(await token).toBe("token-1");
    expect(server.requests).toHaveLength(2);
  });

  test("refreshingToken uses a token that is still valid while the service cannot be reached, and refreshes it later", async () => {
    server.instead = { status: 503, body: "later" };
    vi.useFakeTimers({ toFake: ["Date"] });
    const token = provider({ accessToken: "first", expiresAt: inMinutes(4) });
    expect([await token(), await token()]).toEqual(["first", "first"]);
    expect(server.requests).toHaveLength(1);
    vi.setSystemTime(inMinutes(2));
    expect(await token()).toBe("first");
    expect(server.requests).toHaveLength(2);
    server.instead = undefined;
    vi.setSystemTime(inMinutes(1.5));
    expect(await token()).toBe("token-1");
  });

  test.each([60, 300, 400])(
    "refreshingToken uses a token of %i seconds for most of its lifetime (HTTP-11)",
    async (expires_in) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      server.members = { expires_in };
      const token = provider();
      await token();
      vi.setSystemTime(Date.now() + expires_in * 890);
      expect(await token()).toBe("token-1");
      vi.setSystemTime(Date.now() + expires_in * 20);
      expect(await token()).toBe("token-2");
    },
  );

  test("refreshingToken rejects all who wait if the refresh is refused, and tries again for the next call", async () => {
    server.instead = { status: 400, body: '{"error":"invalid_grant"}' };
    const token = provider();
    const outcomes = await Promise.allSettled([token(), token(), token()]);
    const reasons = outcomes.map((outcome) =>
      outcome.status === "rejected" ? (outcome.reason as unknown) : undefined,
    );
    expect(reasons[0]).toBeInstanceOf(OAuthError);
    expect(reasons).toEqual([reasons[0], reasons[0], reasons[0]]);
    expect(server.requests).toHaveLength(1);
    server.instead = undefined;
    expect(await token()).toBe("token-1");
  });

  test("refreshingToken hands over tokens that could not be stored with each call until they are", async () => {
    const stored: unknown[] = [];
    let failures = 2;
    const token = provider({
      onToken: ({ refreshToken }) => {
        if (failures-- > 0) {
          throw new Error("busy");
        }
        stored.push(refreshToken);
      },
    });
    await expect(token()).rejects.toThrow("busy");
    expect([await token(), await token(), await token()]).toEqual(["token-1", "token-1", "token-1"]);
    expect(stored).toEqual(["refresh&1+"]);
  });

  test("refreshingToken rejects if the token cannot be kept, but has it for the next call", async () => {
    const problem = new Error("the disk is full");
    const token = provider({
      onToken: () => {
        throw problem;
      },
    });
    await expect(token()).rejects.toBe(problem);
    expect(await token()).toBe("token-1");
    expect(server.requests).toHaveLength(1);
  });

  test("refreshingToken ends with its signal", async () => {
    const ended = new AbortController();
    const token = provider({ signal: ended.signal });
    await token();
    ended.abort(new Error("shut down"));
    await expect(token("token-1")).rejects.toThrow("shut down");
  });
});
