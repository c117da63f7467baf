import { call, type Call } from "./call.js";
import type { Reply } from "./reply.js";
import { operationOptions, type ClientCore } from "./core.js";
import type { CallOptions } from "./options.js";
import type { ErrorTags } from "../routes/error-summary.js";
import type { LoadableRoute } from "./lazy-route.js";
import { ProtocolError } from "./errors.js";

/** A call whose result is one page of several. */
export interface PagesCall<Page, E> extends Call<Page, E> {
  /**
   * Returns all pages: the result of this call, then the following pages, each requested on demand with the options of this
   * call. Rejects like the call; with the route error of the continuation, for example for a cursor that is no longer
   * valid; and with a `ProtocolError` if a page announces more pages but has no cursor or the one it was requested with.
   */
  pages(): AsyncGenerator<Page, void, undefined>;
}

/** A call whose result is the first page of several. It can be iterated: `for await (const page of call)`. */
export interface PagedCall<Page, E> extends PagesCall<Page, E> {
  /** Iterates over {@link pages}. */
  [Symbol.asyncIterator](): AsyncGenerator<Page, void, undefined>;
}

/** A call whose result is the first page of a list. It can be iterated: `for await (const item of call)`. */
export interface ListCall<Page, E, Item> extends PagesCall<Page, E> {
  /** Returns the items of all {@link pages}, one by one. */
  items(): AsyncGenerator<Item, void, undefined>;
  /** Iterates over {@link items}. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
}

/** The fields of a page that refer to the next one. */
export interface PageEnd {
  /** Where the next page starts. An empty cursor counts as missing. */
  readonly cursor?: string | undefined;
  /** Whether there is a next page. Without this field there is one if there is a cursor. */
  readonly has_more?: boolean | undefined;
}

/** A call of any route that returns pages. */
export interface PageSource<Page> {
  withResponse(): Promise<Reply<Page>>;
}

/** How to request the pages after the first. */
export interface Continuation<Page> {
  /** Requests the page at a cursor, with the options of the first call. */
  readonly next: (cursor: string, options: CallOptions) => PageSource<Page>;
}

/** How to request the pages of a list after the first, and to read the items of each page. */
export interface ListContinuation<Page, Item> extends Continuation<Page> {
  /** The list of a page. */
  readonly items: (page: Page) => readonly Item[];
}

/** Calls a route that returns the first of several pages. For errors see `call`. */
export function callPaged<ArgInput, Page extends PageEnd, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Page, E>,
  arg: ArgInput,
  options: CallOptions<ErrorTags<E>> | undefined,
  continuation: Continuation<Page>,
): PagedCall<Page, E> {
  const paged = withPages(call(core, route, arg, options), route.path, options, continuation);
  return Object.assign(paged, { [Symbol.asyncIterator]: () => paged.pages() });
}

/** Calls a route that returns the first page of a list. For errors see `call`. */
export function callList<ArgInput, Page extends PageEnd, E, Item>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Page, E>,
  arg: ArgInput,
  options: CallOptions<ErrorTags<E>> | undefined,
  continuation: ListContinuation<Page, Item>,
): ListCall<Page, E, Item> {
  return withItems(call(core, route, arg, options), route.path, options, continuation);
}

/** Adds the methods of a list to the call of its first page, of the route with this path. */
export function withItems<Page extends PageEnd, E, Item>(
  first: Call<Page, E>,
  path: string,
  options: CallOptions<ErrorTags<E>> | undefined,
  continuation: ListContinuation<Page, Item>,
): ListCall<Page, E, Item> {
  const paged = withPages(first, path, options, continuation);
  const items = (): AsyncGenerator<Item, void, undefined> => itemsIn(paged.pages(), continuation);
  return Object.assign(paged, { items, [Symbol.asyncIterator]: items });
}

function withPages<Page extends PageEnd, E>(
  first: Call<Page, E>,
  path: string,
  options: CallOptions<ErrorTags<E>> | undefined,
  continuation: Continuation<Page>,
): PagesCall<Page, E> {
  // A list may fail before its loop begins, while another one is read. The loop reports the failure, so the platform must not.
  first.catch(() => undefined);
  const pages = (): AsyncGenerator<Page, void, undefined> =>
    pagesFrom(path, first, continuation, operationOptions("pages", options ?? {}));
  return Object.assign(first, { pages });
}

async function* itemsIn<Page, Item>(
  pages: AsyncIterable<Page>,
  { items }: ListContinuation<Page, Item>,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages) {
    yield* items(page);
  }
}

/**
 * Returns all pages, starting with the first one, of the route with this path. Fails with a `ProtocolError` for a page that announces more without a new
 * cursor.
 */
export async function* pagesFrom<Page extends PageEnd>(
  path: string,
  first: PageSource<Page>,
  { next }: Continuation<Page>,
  options: CallOptions,
): AsyncGenerator<Page, void, undefined> {
  let from: string | undefined;
  let reply = await first.withResponse();
  for (;;) {
    const page = reply.result;
    yield page;
    const cursor = page.cursor === "" ? undefined : page.cursor;
    if (!(page.has_more ?? cursor !== undefined)) {
      return;
    }
    if (cursor === undefined || cursor === from) {
      // If the iteration stopped, the list would seem complete; if it continued, it would loop forever.
      const what = cursor === undefined ? "has no cursor" : "has the same cursor as the page before";
      const { status, headers } = reply;
      const message = `${path}: a page announces more pages, but it ${what}`;
      throw new ProtocolError(path, { status, headers, body: "" }, message);
    }
    from = cursor;
    reply = await next(cursor, options).withResponse();
  }
}
