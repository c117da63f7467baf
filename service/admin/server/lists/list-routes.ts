import { isApiError } from "cloud-storage-api";
import { Hono, type Context } from "hono";
import type { RowQuery } from "./query.js";
import type { ListName } from "./rows.js";
import { isListName, canSortBy, type TeamLists } from "./team-lists.js";

/** Parameters that are not filters. */
const ownParameters = new Set(["of", "search", "sort", "order", "page", "reload", "key"]);

/**
 * The routes for the lists that belong to a request's session; they respond with 401 without one.
 *
 * `GET /<list>?search=&sort=&order=desc&page=&of=&reload=1` with filters by name returns a page, and `GET /<list>/csv` with the
 * same parameters all pages as CSV. `POST /<list>/refresh?key=` reloads and returns the rows of one key. `POST /forget`
 * empties the cache.
 */
export function listRoutes(listsFor: (context: Context) => TeamLists | undefined): Hono {
  const routes = new Hono();

  routes.get("/:list", async (context) => {
    const [lists, name] = [listsFor(context), context.req.param("list")];
    const { of = "", page, reload } = context.req.query();
    if (lists === undefined) {
      return context.text("Not logged in.", 401);
    }
    if (!isListName(name)) {
      return context.text(noSuchList(name), 404);
    }
    const query = { ...readRowQuery(name, context), page: Math.trunc(Number(page ?? 1)) || 1 };
    return context.json(await lists.page(name, of, query, reload === "1"));
  });

  routes.get("/:list/csv", async (context) => {
    const [lists, name] = [listsFor(context), context.req.param("list")];
    if (lists === undefined) {
      return context.text("Not logged in.", 401);
    }
    if (!isListName(name)) {
      return context.text(noSuchList(name), 404);
    }
    const parts = lists.csv(name, context.req.query("of") ?? "", readRowQuery(name, context));
    return context.body(await streamText(parts), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": "attachment",
    });
  });

  routes.post("/:list/refresh", async (context) => {
    const [lists, name] = [listsFor(context), context.req.param("list")];
    const { of = "", key = "" } = context.req.query();
    if (lists === undefined) {
      return context.text("Not logged in.", 401);
    }
    return isListName(name)
      ? context.json({ rows: await lists.refresh(name, of, key) })
      : context.text(noSuchList(name), 404);
  });

  routes.post("/forget", (context) => {
    const lists = listsFor(context);
    if (lists === undefined) {
      return context.text("Not logged in.", 401);
    }
    lists.forget();
    return context.json({});
  });

  routes.onError((error, context) => failure(error, context));
  return routes;
}

/**
 * The parts of a text as a stream. Rejects if there is no first part, so that the response can have another status. If a later one
 * fails, the stream does, and the client sees that the text is incomplete.
 */
async function streamText(parts: AsyncGenerator<string>): Promise<ReadableStream> {
  let next = await parts.next();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done === true) {
        controller.close();
      } else {
        controller.enqueue(encoder.encode(next.value));
        next = await parts.next();
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** The query that the parameters of a request describe. */
function readRowQuery(list: ListName, context: Context): RowQuery {
  const { search = "", sort = "", order, ...others } = context.req.query();
  return {
    search,
    sort: canSortBy(list, sort) ? sort : "", // a bookmark may be older than the console
    isDescending: order === "desc",
    filters: Object.fromEntries(
      Object.entries(others).filter(([key, value]) => !ownParameters.has(key) && value !== ""),
    ),
  };
}

function noSuchList(name: string): string {
  return `There is no list ${JSON.stringify(name)}.`;
}

/** The response for a failed call. The page has its own message for each status. */
function failure(error: Error, context: Context): Response {
  if (!isApiError(error)) {
    throw error;
  }
  switch (error.name) {
    case "AuthenticationError":
      return context.text("The session has ended.", 401);
    case "AccessError":
      return context.text("The app is not allowed to do that.", 403);
    case "RouteError":
      return context.text("There is no such list.", 404);
    case "RateLimitError":
      return context.text("Too many requests.", 429, { "Retry-After": String(error.retryAfter ?? 1) });
    case "ServerError":
    case "ProtocolError":
      return context.text("The service failed.", 502);
    default:
      return context.text("The service cannot be reached.", 504);
  }
}
