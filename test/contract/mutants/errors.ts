import { conflict, eachMember, instead, json, members, onError, onReply, withStatus, type Mutant } from "./mutant.js";

const never = new Promise<Response>(() => undefined);

/** Errors that do not match their types, and failures of the server. */
export const errors: readonly Mutant[] = [
  {
    name: "The summary of an error names another error",
    finding: "error-summary",
    wire: onError("stock/get", members({ error_summary: () => "other/.." })),
  },
  {
    name: "The summary of an error has only the outer tag",
    finding: "error-summary",
    wire: onError("files/get_info", members({ error_summary: (text) => String(text).replace(/\/.*/, "/") })),
  },
  {
    name: "An error has no tag",
    finding: "error-type",
    wire: onError("files/get_info", members({ error: () => ({ reason: "not_found" }) })),
  },
  {
    name: "An error is sent without its envelope",
    finding: "error-type",
    wire: onError("files/delete", (body) => (body as { error: unknown }).error),
  },
  {
    name: "An error is only a message",
    finding: "error-type",
    wire: onError("stock/restock/check", () => ({ message: "There is no such job" })),
  },
  {
    name: "An error has a tag that the specification does not have",
    finding: ["error-type", "undocumented-tag"],
    wire: onError(
      "stock/lookup",
      eachMember("lookup", () => ({ ".tag": "missing" })),
    ),
  },
  {
    name: "A variant of an error lacks its field",
    finding: "error-type",
    wire: onError(
      "stock/update",
      eachMember("revision", () => undefined),
    ),
  },
  {
    name: "A route without errors answers with one",
    finding: "error-type",
    wire: onReply("stock/search", 200, () => conflict("nothing_found")),
  },
  {
    name: "Errors of a route have status 400",
    finding: "error-type",
    wire: onReply("files/get_info", 409, (reply) => withStatus(reply, 400)),
  },
  {
    name: "Errors of a route have status 200",
    finding: "result-type",
    wire: onReply("stock/get", 409, (reply) => withStatus(reply, 200)),
  },
  {
    name: "A result has status 418",
    finding: "undocumented-status",
    wire: onReply("team/info", 200, (reply) => withStatus(reply, 418)),
  },
  {
    name: "A result has status 201",
    finding: "undocumented-status",
    wire: onReply("stock/create", 200, (reply) => withStatus(reply, 201)),
  },
  {
    name: "Text that is not ASCII leads to status 500",
    finding: "server-error",
    wire: instead("stock/create", (arg) => (/[^\0-\x7f]/.test(JSON.stringify(arg ?? "")) ? failure(500) : undefined)),
  },
  {
    name: "An empty list leads to status 500",
    finding: "server-error",
    wire: instead("team/members/get", (arg) =>
      JSON.stringify(arg ?? "").includes('"users":[]') ? failure(500) : undefined,
    ),
  },
  {
    name: "The greatest integer leads to status 500",
    finding: "server-error",
    wire: instead("stock/restock", (arg) =>
      JSON.stringify(arg ?? "").includes('"amount":1000}') ? failure(500) : undefined,
    ),
  },
  {
    name: "A number where text is expected leads to status 500",
    finding: "server-error",
    wire: instead("stock/search", (arg) =>
      typeof (arg as { query?: unknown } | undefined)?.query === "string" ? undefined : failure(500),
    ),
  },
  {
    name: "A missing field leads to status 500",
    finding: "server-error",
    wire: instead("files/get_info", (arg) =>
      (arg as { path?: unknown } | undefined)?.path === undefined ? failure(500) : undefined,
    ),
  },
  {
    name: "An escaped NUL leads to status 500",
    finding: "server-error",
    wire: instead("stock/search", (arg) => (JSON.stringify(arg ?? "").includes("\\u0000") ? failure(500) : undefined)),
  },
  {
    name: "A lone surrogate leads to status 500",
    finding: "server-error",
    wire: instead("stock/search", (arg) => (/\\ud[89a-f]/.test(JSON.stringify(arg ?? "")) ? failure(500) : undefined)),
  },
  {
    name: "Deeply nested JSON leads to status 500",
    finding: "server-error",
    wire: (fetch) => async (request) => {
      const isDeep = /(?:\[\s*){200}|(?:\{\s*"[^"]*"\s*:\s*){200}/.test(await request.clone().text());
      return request.url.endsWith("stock/list") && isDeep ? failure(500) : fetch(request);
    },
  },
  {
    name: "A long body leads to status 500",
    finding: "server-error",
    wire: onReply("stock/search", 413, () => failure(500)),
  },
  {
    name: "What is unknown leads to status 500",
    finding: "server-error",
    wire: onReply("files/download", 409, () => failure(500)),
  },
  {
    name: "A gateway answers with status 502",
    finding: "server-error",
    wire: onReply("stock/list/continue", 200, () => failure(502)),
  },
  {
    name: "The connection is closed",
    finding: "server-error",
    wire: instead("team/members/list", () => Promise.reject(new TypeError("fetch failed"))),
  },
  { name: "There is no reply", finding: "server-error", wire: instead("stock/count", () => never) },
  {
    name: "A deprecated route is gone",
    finding: "deprecated-gone",
    wire: onReply("stock/lookup", 200, () => json({ error_summary: "unknown function" }, 404)),
  },
];

function failure(status: number): Response {
  return new Response("Something went wrong", { status, headers: { "Content-Type": "text/plain" } });
}
