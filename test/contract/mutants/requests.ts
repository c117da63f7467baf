import { tokens } from "../server/workshop.js";
import {
  eachMember,
  instead,
  members,
  onArg,
  onArgText,
  onReply,
  onRequest,
  withContent,
  withStatus,
  type Mutant,
} from "./mutant.js";

/** Who may call. */
const callers: readonly Mutant[] = [
  {
    name: "A call without a token is accepted",
    finding: "unauthenticated",
    wire: authorizedAs("stock/get", (found) => found ?? tokens.user),
  },
  {
    name: "Any token is accepted",
    finding: "unauthenticated",
    wire: authorizedAs("files/get_info", (found) =>
      found === undefined || found === tokens.team ? found : tokens.user,
    ),
  },
  {
    name: "A call without a token has status 403",
    finding: "unauthenticated",
    wire: onReply("stock/count", 401, (reply) => withStatus(reply, 403)),
  },
  {
    name: "A call with a wrong token has status 400",
    finding: "unauthenticated",
    wire: onReply("stock/list", 401, (reply) => withStatus(reply, 400)),
  },
  {
    name: "A download needs no token",
    finding: "unauthenticated",
    wire: authorizedAs("files/download", (found) => (found === tokens.team ? found : tokens.user)),
  },
  {
    name: "The token of a team is accepted for a route of users",
    finding: "wrong-caller",
    wire: authorizedAs("stock/count", (found) => (found === tokens.team ? tokens.user : found)),
  },
  {
    name: "The token of a user is accepted for a route of teams",
    finding: "wrong-caller",
    wire: authorizedAs("team/members/list", (found) => (found === tokens.user ? tokens.team : found)),
  },
];

/** Arguments that should be refused. */
const accepted: readonly Mutant[] = [
  {
    name: "A pattern is not checked",
    finding: "accepts-invalid",
    wire: onArg("stock/create", members({ label: (label) => replaceMatches(label, /[^\p{L}\p{N}_ .,-]/gu) })),
  },
  {
    name: "Only the beginning of a string is matched with its pattern",
    finding: "accepts-invalid",
    wire: onArg(
      "stock/create",
      eachMember("label", (label) => replaceMatches(label, /(?<=[\p{L}\p{N}_ .,-])[^\p{L}\p{N}_ .,-].*$/su)),
    ),
  },
  {
    name: "A string longer than its maximum is cut",
    finding: "accepts-invalid",
    wire: onArg(
      "stock/search",
      members({ query: (query) => (typeof query === "string" ? query.slice(0, 30) : query) }),
    ),
  },
  {
    name: "An empty string is accepted although there is a minimum",
    finding: "accepts-invalid",
    wire: onArg("stock/search", members({ query: (query) => (query === "" ? "x" : query) })),
  },
  {
    name: "An unknown tag of a closed union is read as another",
    finding: "accepts-invalid",
    wire: onArg("stock/create", members({ colour: (colour) => (isKnownColour(colour) ? colour : { ".tag": "red" }) })),
  },
  {
    name: "A required field may be missing",
    finding: "accepts-invalid",
    wire: onArg("team/members/add", members({ role: (role) => role ?? { ".tag": "member" } })),
  },
  {
    name: "An unknown field is ignored",
    finding: "accepts-invalid",
    wire: onArg("stock/list", (arg) => only(arg, ["colour", "limit"])),
  },
  {
    name: "A number may be text",
    finding: "accepts-invalid",
    wire: onArg("team/members/list", members({ limit: (limit) => (typeof limit === "string" ? 5 : limit) })),
  },
  {
    name: "A number above its maximum is read as the maximum",
    finding: "accepts-invalid",
    wire: onArg("stock/list", members({ limit: (limit) => (Number(limit) > 100 ? 100 : limit) })),
  },
  {
    name: "A number below its minimum is read as the minimum",
    finding: "accepts-invalid",
    wire: onArg("stock/search", members({ limit: (limit) => (Number(limit) < 1 ? 1 : limit) })),
  },
  {
    name: "A list may have more items than its maximum",
    finding: "accepts-invalid",
    wire: onArg("stock/create", members({ tags: (tags) => (Array.isArray(tags) ? tags.slice(0, 4) : tags) })),
  },
  {
    name: "A list may have fewer items than its minimum",
    finding: "accepts-invalid",
    wire: onArg(
      "stock/restock",
      members({ ids: (ids) => (Array.isArray(ids) && ids.length === 0 ? ["item-000001"] : ids) }),
    ),
  },
  {
    name: "A timestamp may be in another form",
    finding: "accepts-invalid",
    wire: onArg("files/upload", members({ modified: (time) => (isMoment(time) ? time : undefined) })),
  },
  {
    name: "A required field may be null",
    finding: "accepts-invalid",
    wire: onArg("stock/create", members({ tags: (tags) => (tags === null ? [] : tags) })),
  },
];

/** Bodies that no server should read. */
const malformed: readonly Mutant[] = [
  {
    name: "A body that is not JSON is read as an empty object",
    finding: "malformed-accepted",
    wire: onArgText("stock/list", (text) => (isJson(text) ? undefined : "{}")),
  },
  {
    name: "A body may be in another encoding than UTF-8",
    finding: "malformed-accepted",
    wire: onArgText("stock/search", (text) => text),
  },
  {
    name: "A body may have control characters in its strings",
    finding: "malformed-accepted",
    wire: onArgText("stock/search", (text) => (isJson(text) ? undefined : text.replace(/[\0-\x1f]/g, "x"))),
  },
  {
    name: "An object may have a key twice",
    finding: "malformed-accepted",
    wire: onArgText("stock/create", (text) => (isJson(text) ? JSON.stringify(JSON.parse(text)) : undefined)),
  },
  {
    name: "A body may have any content type",
    finding: "malformed-accepted",
    wire: onRequest("team/members/get", async (request) => {
      const headers = new Headers(request.headers);
      headers.set("Content-Type", "application/json");
      return withContent(request, headers);
    }),
  },
];

/** Arguments that should be accepted. */
const refused: readonly Mutant[] = [
  {
    name: "Null is refused where it is allowed",
    finding: "refuses-valid",
    wire: refuses("stock/create", (text) => text.includes('"note":null')),
  },
  {
    name: "A field with a default is required",
    finding: "refuses-valid",
    wire: refuses("stock/list", (text) => !text.includes('"limit"')),
  },
  {
    name: "An empty list is refused where it is allowed",
    finding: "refuses-valid",
    wire: refuses("stock/create", (text) => text.includes('"tags":[]')),
  },
  {
    name: "A variant of a union is refused",
    finding: "refuses-valid",
    wire: refuses("team/members/add", (text) => text.includes('"guest"')),
  },
  {
    name: "The greatest allowed number is refused",
    finding: "refuses-valid",
    wire: refuses("stock/search", (text) => text.includes('"limit":100')),
  },
  {
    name: "Letters that are not ASCII are refused",
    finding: "refuses-valid",
    wire: refuses("stock/update", (text) => /[^\0-\x7f]/.test(text)),
  },
];

export const requests: readonly Mutant[] = [...callers, ...accepted, ...malformed, ...refused];

/** Replaces the token of the calls of a route; undefined means that there is none. */
function authorizedAs(
  route: string,
  token: (found: string | undefined) => string | undefined,
): NonNullable<Mutant["wire"]> {
  return onRequest(route, async (request) => {
    const headers = new Headers(request.headers);
    const replaced = token(/^Bearer (.*)$/i.exec(headers.get("Authorization") ?? "")?.[1]);
    if (replaced !== undefined) {
      headers.set("Authorization", `Bearer ${replaced}`);
    }
    return withContent(request, headers);
  });
}

/** Refuses some arguments of a route, which are compared as compact JSON. */
function refuses(route: string, isRefused: (text: string) => boolean): NonNullable<Mutant["wire"]> {
  return instead(route, (arg) =>
    arg !== undefined && isRefused(JSON.stringify(arg)) ? new Response("Bad argument", { status: 400 }) : undefined,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function replaceMatches(value: unknown, expression: RegExp): unknown {
  return typeof value === "string" ? value.replace(expression, "x") : value;
}

function isKnownColour(colour: unknown): boolean {
  const tag = typeof colour === "object" && colour !== null ? (colour as { ".tag"?: unknown })[".tag"] : colour;
  return colour === undefined || typeof tag !== "string" || ["red", "green", "blue"].includes(tag);
}

function isMoment(value: unknown): boolean {
  return typeof value !== "string" || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value);
}

function only(value: unknown, names: readonly string[]): unknown {
  return typeof value !== "object" || value === null
    ? value
    : Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}
