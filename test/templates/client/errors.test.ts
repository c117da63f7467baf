import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { DecodeError } from "../../../templates/runtime/codecs/codec-error.js";
import {
  AccessError,
  AuthenticationError,
  BadRequestError,
  isApiError,
  NetworkError,
  ProtocolError,
  RateLimitError,
  RouteError,
  ServerError,
  type ApiError,
  type CallError,
} from "../../../templates/runtime/client/errors.js";
import { isRouteError } from "../../../templates/runtime/client/call.js";
import type { ErrorPath } from "../../../templates/runtime/routes/error-summary.js";
import { readReply } from "../../../templates/runtime/client/reply.js";
import type { ReplyReader } from "../../../templates/runtime/client/validation.js";
import { copy, list, revoke, type CopyError } from "../rpc-samples.js";

const reader: ReplyReader = { parse: JSON.parse, validate: "throw", onInvalid: () => undefined };

/** What reading a response to a call of `copy` throws. */
function failure(status: number, body: unknown = "", headers: Record<string, string> = {}): CallError {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  try {
    readReply(copy, { status, headers: new Headers(headers), body: text }, reader);
  } catch (thrown) {
    if (isApiError(thrown)) {
      return thrown;
    }
  }
  throw new Error("the response was no failure");
}

/** The same for a response that must be of one member of the family. */
function failureOf<E extends ApiError>(
  type: abstract new (...args: never[]) => E,
  ...response: Parameters<typeof failure>
): E {
  const thrown = failure(...response);
  expect(thrown).toBeInstanceOf(type);
  return thrown as ApiError as E;
}

const notFound = { ".tag": "from_lookup", from_lookup: { ".tag": "not_found" } };

describe("a response is an error by its status", () => {
  test("a response with status 400 is a bad request with the text of the service as message (B-241)", () => {
    const error = failureOf(BadRequestError, 400, 'Error in call: "from_path" is missing', {
      "content-type": "text/plain",
      "X-Example-Request-Id": "abc",
    });
    expect(error.message).toBe('Error in call: "from_path" is missing');
    expect(error.status).toBe(400);
    expect(error.route).toBe("files/copy_v2");
    expect(error.requestId).toBe("abc");
    expect(error.headers.get("content-type")).toBe("text/plain");
  });

  test("a response with status 400 with a whole page has a message of which the middle is left out, and the page as its body", () => {
    const page = `<html>${"x".repeat(3000)}</html>`;
    const error = failureOf(BadRequestError, 400, page);
    expect(error.message).toMatch(/^<html>x{200,300}…x{200,300}<\/html>$/);
    expect(error.body).toBe(page);
  });

  test("a response with status 400 without a body has a message all the same", () => {
    expect(failure(400).message).toBe("files/copy_v2: status 400");
  });

  test("a response with status 401 is an authentication error, with the tag that says why (B-242, N-11)", () => {
    expect(failureOf(AuthenticationError, 401).reason).toBeUndefined();
    const body = { error_summary: "expired_access_token/..", error: { ".tag": "expired_access_token" } };
    expect(failureOf(AuthenticationError, 401, body).reason).toBe("expired_access_token");
  });

  test("a response with status 403 is an access error", () => {
    expect(failureOf(AccessError, 403, { error: { ".tag": "no_permission" } }).reason).toBe("no_permission");
  });

  test.each([
    [{ reason: "too_many_requests" }, "too_many_requests"],
    [{ reason: { ".tag": "too_many_write_operations" } }, "too_many_write_operations"],
    [{ error: { reason: { ".tag": "too_many_requests" } } }, "too_many_requests"],
    [{ error: { reason: "too_many_requests" } }, "too_many_requests"],
    ["Slow down", undefined],
    ["", undefined],
    [[], undefined],
    ["null", undefined],
  ])("a response with status 429 with the body %j has the reason %s (B-247, Q-58)", (body, reason) => {
    const error = failureOf(RateLimitError, 429, body, { "Retry-After": "15" });
    expect(error.reason).toBe(reason);
    expect(error.retryAfter).toBe(15);
  });

  test.each([
    [{ "Retry-After": "0" }, {}, 0],
    [{ "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", Date: "Sun, 06 Nov 1994 08:49:07 GMT" }, {}, 30],
    [{ "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT" }, {}, 0],
    [{ "Retry-After": "3" }, { retry_after: 9 }, 3],
    [{ "Retry-After": "soon" }, { retry_after: 9 }, 9],
    [{}, { error: { retry_after: 7 } }, 7],
    [{}, { retry_after: "9" }, undefined],
    [{}, { retry_after: -1 }, undefined],
    [{ "Retry-After": "-1" }, {}, undefined],
    [{ "Retry-After": "in 5 days" }, {}, undefined],
  ])(
    "a response with status 429 with the headers %j and the body %j is to be repeated after %s seconds",
    (headers, body, seconds) => {
      expect(failureOf(RateLimitError, 429, body, headers as Record<string, string>).retryAfter).toBe(seconds);
    },
  );

  test.each([500, 502, 503, 599])(
    "a response with status %i is a server error, whatever its body is (B-250)",
    (status) => {
      const page = `<html>${"x".repeat(10_000)}</html>`;
      const error = failureOf(ServerError, status, page, { "Retry-After": "2" });
      expect(error.body).toBe(page);
      expect(error.message.length).toBeLessThan(300);
      expect(error.retryAfter).toBe(2);
    },
  );

  test.each([304, 302, 404, 405, 413, 101, 600])(
    "a response with status %i is an error of the protocol (HTTP-15)",
    (status) => {
      expect(failureOf(ProtocolError, status, "Not here").message).toBe(`files/copy_v2: status ${status}: Not here`);
    },
  );
});

describe("a route error (B-243, HTTP-14)", () => {
  test("a route error is read from the envelope of the service", () => {
    const body = { error_summary: "from_lookup/not_found/..", error: notFound, user_message: "Nothing there" };
    const error = failureOf(RouteError, 409, body);
    expect(error.error).toEqual(notFound);
    expect(error.summary).toBe("from_lookup/not_found/..");
    expect(error.userMessage).toBe("Nothing there");
    expect(error.userMessageLocale).toBeUndefined();
    expect(error.message).toBe("files/copy_v2 failed: from_lookup/not_found/..");
  });

  test("a route error is read from a bare value", () => {
    const error = failureOf(RouteError, 409, notFound);
    expect(error.error).toEqual(notFound);
    expect(error.summary).toBe("from_lookup/not_found");
  });

  test("a route error is read from a bare value that has a field of the name error", () => {
    const bare = { ".tag": "failed", error: { ".tag": "other" } };
    expect(failureOf(RouteError, 409, bare).error).toEqual(bare);
  });

  test("a route error is null for a route without an error type", () => {
    const response = { status: 409, headers: new Headers(), body: '{"error_summary":"other/.."}' };
    expect(() => readReply(revoke, response, reader)).toThrow(RouteError);
  });

  test("a route error has a user message with a language too (B-246, Q-57)", () => {
    const error = failureOf(RouteError, 409, { error: notFound, user_message: { text: "Nichts da", locale: "de" } });
    expect(error.userMessage).toBe("Nichts da");
    expect(error.userMessageLocale).toBe("de");
  });

  test.each([undefined, null, 7, [], {}, { text: 7 }])(
    "a route error has no user message for %j (B-246)",
    (user_message) => {
      expect(failureOf(RouteError, 409, { error: notFound, user_message }).userMessage).toBeUndefined();
    },
  );

  test.each([undefined, 7, "", "other/...", "complete nonsense"])(
    "a route error is decided by the error, not by a summary of %j (B-245)",
    (error_summary) => {
      const error = failureOf(RouteError, 409, { error: notFound, error_summary });
      expect(error.is("from_lookup/not_found")).toBe(true);
    },
  );

  test("a route error with a tag that is newer than the package is a value (B-252)", () => {
    const error = { ".tag": "brand_new", brand_new: { x: 1 } };
    expect(failureOf(RouteError, 409, { error }).error).toEqual(error);
  });

  test.each(["", "Conflict", "{", '{"error":{"no":"tag"}}', '{"error":7}', "[]"])(
    "a route error that cannot be read is an error of the protocol: %s",
    (body) => {
      const error = failureOf(ProtocolError, 409, body);
      expect(error.status).toBe(409);
      expect(error.cause).toBeInstanceOf(Error);
    },
  );

  test("a route error that cannot be read names its status and the summary of the service", () => {
    const body = { error_summary: "path/not_found/..", error: 7 };
    expect(failure(409, "{").message).toContain("files/copy_v2: the error of status 409 (no summary) cannot be read: ");
    expect(failure(409, body).message).toContain("the error of status 409 (path/not_found/..) cannot be read: ");
  });

  test("a route error compares a path with its tags from the outside in", () => {
    const thrown: unknown = failure(409, { error: notFound });
    if (!isRouteError(thrown, copy)) {
      throw new Error("no route error");
    }
    expect(thrown.is("from_lookup")).toBe(true);
    expect(thrown.is("from_lookup/not_found")).toBe(true);
    expect(thrown.is("from_lookup/malformed_path")).toBe(false);
    expect(thrown.is("to")).toBe(false);
    expect((thrown as RouteError).is("from")).toBe(false);
    expect((thrown as RouteError).is("from_lookup/not")).toBe(false);
    expect((thrown as RouteError).is("not_found")).toBe(false);
  });
});

describe("a result", () => {
  test.each(["", "OK", "{", '{"name":7,"size":1}', "null"])(
    "a result that is no JSON or does not fit is an error of the protocol: %s (HTTP-12)",
    (body) => {
      const error = failureOf(ProtocolError, 200, body);
      expect(error.body).toBe(body);
      expect(error.status).toBe(200);
    },
  );

  test("a result that is absent is an error of the protocol, even if its type could be null", () => {
    const route = { ...list, decodeResult: () => [] };
    const response = { status: 200, headers: new Headers(), body: "" };
    expect(() => readReply(route, response, reader)).toThrow("files/list: the response has no result");
  });

  test("a result that does not fit says where", () => {
    const error = failureOf(ProtocolError, 200, { name: "x", size: "big" });
    expect(error.cause).toBeInstanceOf(DecodeError);
    expect((error.cause as DecodeError).path).toBe("size");
    expect(error.message).toBe("files/copy_v2: the result cannot be read: size: expected an integer, found big");
  });

  test("a result of a route without one may be null or nothing at all (B-004)", () => {
    for (const body of ["", "null", "\n"]) {
      expect(readReply(revoke, { status: 200, headers: new Headers(), body }, reader).result).toBeNull();
    }
  });

  test("a result of every status 2xx counts (HTTP-12)", () => {
    expect(readReply(list, { status: 203, headers: new Headers(), body: '["a"]' }, reader).result).toEqual(["a"]);
  });
});

describe("telling errors apart", () => {
  test("telling errors apart works by name, which survives minification", () => {
    const names = [
      failure(400),
      failure(401),
      failure(403),
      failure(409, notFound),
      failure(429),
      failure(500),
      failure(404),
    ];
    expect(names.map((error) => error.name)).toEqual([
      "BadRequestError",
      "AuthenticationError",
      "AccessError",
      "RouteError",
      "RateLimitError",
      "ServerError",
      "ProtocolError",
    ]);
    expect(new NetworkError("files/copy", new Error("cut")).name).toBe("NetworkError");
  });

  test("telling errors apart narrows by name", () => {
    const thrown: unknown = failure(429, "", { "Retry-After": "2" });
    if (isApiError(thrown) && thrown.name === "RateLimitError") {
      expectTypeOf(thrown).toEqualTypeOf<RateLimitError>();
      expect(thrown.retryAfter).toBe(2);
    } else {
      throw new Error("not narrowed");
    }
  });

  test("a route's own error has the route's type", () => {
    const thrown: unknown = failure(409, { error: notFound });
    if (!isRouteError(thrown, copy)) {
      throw new Error("not narrowed");
    }
    expectTypeOf(thrown).toEqualTypeOf<RouteError<CopyError>>();
    expectTypeOf<Parameters<(typeof thrown)["is"]>>().toEqualTypeOf<[ErrorPath<CopyError>]>();
  });

  test("the error of another route, or of another version of it, is not this route's", () => {
    const thrown = failure(409, { error: notFound });
    expect(isRouteError(thrown, revoke)).toBe(false);
    expect(isRouteError(thrown, revoke, copy)).toBe(true);
    expect(isRouteError(thrown, { ...copy, path: "files/copy", version: 1 })).toBe(false);
    expect(isRouteError(failure(500), copy)).toBe(false);
  });

  test.each([undefined, null, "RouteError", { name: "RouteError", route: "files/copy_v2" }, new Error("x")])(
    "%j is no error of a call",
    (thrown) => {
      expect(isApiError(thrown)).toBe(false);
      expect(isRouteError(thrown, copy)).toBe(false);
    },
  );

  test("telling errors apart works on errors that another copy of the package has thrown", async () => {
    vi.resetModules();
    const other = await import("../../../templates/runtime/client/errors.js");
    const response = { status: 409, headers: new Headers(), body: "" };
    const details = { error: notFound, summary: "", userMessage: undefined, userMessageLocale: undefined };
    const thrown = new other.RouteError("files/copy_v2", response, details);
    expect(Object.getPrototypeOf(thrown)).not.toBe(RouteError.prototype);
    expect(thrown).toBeInstanceOf(RouteError);
    expect(isApiError(thrown)).toBe(true);
    expect(isRouteError(thrown, copy)).toBe(true);
  });

  test.each<[unknown, string]>([
    [new TypeError("fetch failed", { cause: new Error("") }), "unknown (proxy status 407?)"],
    [new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }) }), "ECONNREFUSED"],
    [{ message: "net::ERR_FAILED" }, "net::ERR_FAILED"],
    [{ status: 0 }, '{"status":0}'],
    ["offline", '"offline"'],
    [undefined, "undefined"],
  ])("a network error because of %o has the reason %j", (cause, reason) => {
    expect(new NetworkError("files/copy", cause).message).toBe(`files/copy: no response: ${reason}`);
  });

  test("a network error keeps its cause and names it in its message", () => {
    const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    const error = new NetworkError("files/copy", cause);
    expect(error.cause).toBe(cause);
    expect(error.message).toBe("files/copy: no response: connect ECONNREFUSED");
    expect(error.status).toBeUndefined();
  });
});
