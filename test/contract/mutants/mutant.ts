import { tokens, type Fetch, type Parts } from "../server/workshop.js";

/** A server that is right but for one fault. */
export interface Mutant {
  /** What the server does wrong. */
  readonly name: string;
  /** The code of the finding that must be reported; of several, any one. */
  readonly finding: string | readonly string[];
  /** Puts the fault into the handlers. */
  readonly parts?: (parts: Parts) => Parts;
  /** Puts the fault into requests before the server receives them, or into its replies. */
  readonly wire?: (fetch: Fetch) => Fetch;
}

type Wire = NonNullable<Mutant["wire"]>;
type Json = unknown;
type Change = (json: Json) => Json;

const argHeader = "Service-API-Arg";
const resultHeader = "Service-API-Result";

function isCallOf(route: string, request: Request): boolean {
  return new URL(request.url).pathname === `/2/${route}`;
}

/** Changes the replies of a route that have a status. */
export function onReply(
  route: string,
  status: number,
  change: (reply: Response, request: Request) => Response | Promise<Response>,
): Wire {
  return (fetch) => async (request) => {
    const reply = await fetch(request);
    return isCallOf(route, request) && reply.status === status ? change(reply, request) : reply;
  };
}

/** Changes the results of a route, which downloads have in a header. */
export function onResult(route: string, change: Change): Wire {
  return onReply(route, 200, async (reply) => {
    const header = reply.headers.get(resultHeader);
    return header === null
      ? withText(reply, JSON.stringify(change(JSON.parse(await reply.text()))))
      : withHeader(reply, resultHeader, JSON.stringify(change(JSON.parse(header))));
  });
}

/** Changes the text of the results of a route. */
export function onResultText(route: string, change: (text: string) => string): Wire {
  return onReply(route, 200, async (reply) => withText(reply, change(await reply.text())));
}

/** Changes the body of the errors of a route, `{"error_summary": …, "error": …}`. */
export function onError(route: string, change: Change): Wire {
  return onReply(route, 409, async (reply) => withText(reply, JSON.stringify(change(JSON.parse(await reply.text())))));
}

/** Changes the arguments of a route, as a server does that is lenient. What is not JSON stays as it is. */
export function onArg(route: string, change: Change): Wire {
  return onArgText(route, (text) => {
    try {
      const changed = JSON.stringify(change(JSON.parse(text)));
      return changed === JSON.stringify(JSON.parse(text)) ? undefined : changed;
    } catch {
      return undefined;
    }
  });
}

/** Changes the text of the arguments of a route. Undefined leaves it as it is, byte by byte. */
export function onArgText(route: string, change: (text: string) => string | undefined): Wire {
  return onRequest(route, async (request) => {
    const headers = new Headers(request.headers);
    const header = headers.get(argHeader);
    if (header !== null) {
      headers.set(argHeader, change(header) ?? header);
      return withContent(request, headers);
    }
    const bytes = new Uint8Array(await request.arrayBuffer());
    const text = change(new TextDecoder().decode(bytes));
    headers.delete("content-length");
    return new Request(request.url, { method: request.method, headers, body: text ?? bytes });
  });
}

/** Changes the requests of a route. */
export function onRequest(route: string, change: (request: Request) => Promise<Request>): Wire {
  return (fetch) => async (request) => fetch(isCallOf(route, request) ? await change(request) : request);
}

/**
 * Answers some calls of a route by callers who may call it; those for which `answer` returns nothing reach the server.
 * The argument is undefined if it is not JSON.
 */
export function instead(route: string, answer: (arg: Json) => Response | Promise<Response> | undefined): Wire {
  return (fetch) => async (request) => {
    const answered = isCallOf(route, request) && mayCall(route, request);
    return (answered ? await answer(await argOf(request.clone())) : undefined) ?? fetch(request);
  };
}

/** A request with the same content and other headers. */
export async function withContent(request: Request, headers: Headers): Promise<Request> {
  const { url, method } = request;
  const content = new Uint8Array(await request.arrayBuffer());
  const hasContent = method !== "GET" && method !== "HEAD";
  return new Request(url, { method, headers, ...(hasContent && { body: content }) });
}

function mayCall(route: string, request: Request): boolean {
  const token = request.headers.get("Authorization")?.replace(/^Bearer /i, "");
  return token === tokens[route.startsWith("team/") ? "team" : "user"];
}

async function argOf(request: Request): Promise<Json> {
  try {
    return JSON.parse(request.headers.get(argHeader) ?? (await request.text()));
  } catch {
    return undefined;
  }
}

export function withText(reply: Response, text: string): Response {
  const headers = new Headers(reply.headers);
  headers.delete("content-length");
  return new Response(text, { status: reply.status, headers });
}

export function withHeader(reply: Response, name: string, value: string | undefined): Response {
  const headers = new Headers(reply.headers);
  if (value === undefined) {
    headers.delete(name);
  } else {
    headers.set(name, value);
  }
  return new Response(reply.body, { status: reply.status, headers });
}

export function withStatus(reply: Response, status: number): Response {
  return new Response(reply.body, { status, headers: reply.headers });
}

/** A reply with JSON and the right content type. */
export function json(value: Json, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
}

/** The reply to a route error without further members. */
export function conflict(...path: string[]): Response {
  const error = path.reduceRight<Json>(
    (inner, tag) => (inner === undefined ? { ".tag": tag } : { ".tag": tag, [tag]: inner }),
    undefined,
  );
  return json({ error_summary: `${path.join("/")}/`, error }, 409);
}

/** Changes each member with a name, at any depth. Undefined drops it. */
export function eachMember(name: string, change: (value: Json, owner: Record<string, Json>) => Json): Change {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) {
      return value.map(walk);
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const owner = value as Record<string, Json>;
    return Object.fromEntries(
      Object.entries(owner).map(([key, inner]) => [key, key === name ? change(inner, owner) : walk(inner)]),
    );
  };
  return walk;
}

/** Changes members of an object. Undefined drops one. */
export function members(change: Readonly<Record<string, (value: Json) => Json>>): Change {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return value;
    }
    const changed = Object.entries(change).map(([key, inner]) => [key, inner((value as Record<string, Json>)[key])]);
    return { ...value, ...(Object.fromEntries(changed) as object) };
  };
}
