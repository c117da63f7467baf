import { isApiError } from "cloud-storage-api";
import { Hono, type Context } from "hono";
import type { RowQuery } from "./query.js";
import type { ListName } from "./rows.js";
import { isListName, canSortBy, type TeamLists } from "./team-lists.js";

/** Parameters that are not filters. */
const ownParameters = new Set(["of", "search", "sort", "order", "page", "reload", "key"]);

/**
 * Returns the routes for the lists of the current session. They respond with 401 if there is no session.
 *
 * - `GET /<list>?search=&sort=&order=desc&page=&of=&reload=1` returns a page of rows. Other parameters are filters.
 * - `GET /<list>/csv`, with the same parameters, returns all rows as CSV.
 * - `POST /<list>/refresh?of=&key=` reloads the rows of one key, and returns them.
 * - `POST /forget` empties the cache.
 *
 * `of` is the id of what the list belongs to, such as a group.
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
 * Streams the parts of a text. Rejects if the first part fails, so that the response can have another status. If a later one
 * fails, so does the stream, and the client sees that the text is incomplete.
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

/** Reads a row query from the parameters of a request. */
function readRowQuery(list: ListName, context: Context): RowQuery {
  const { search = "", sort = "", order, ...others } = context.req.query();
  return {
    search,
    sort: canSortBy(list, sort) ? sort : "", // an old bookmark may name an order that no longer exists
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
      return context.text("The service does not have this list.", 404);
    case "RateLimitError":
      return context.text("Too many requests.", 429, { "Retry-After": String(error.retryAfter ?? 1) });
    case "ServerError":
    case "ProtocolError":
      return context.text("The service failed.", 502);
    default:
      return context.text("The service cannot be reached.", 504);
  }
}
