import type { Call, Reply } from "./call.js";
import type { ClientCore } from "./core.js";
import type { CallOptions } from "./options.js";
import { call, type CallableRoute } from "./rpc.js";
import { ProtocolError } from "./errors.js";
import type { RouteInfo } from "../routes/route.js";

/** A call whose result is the first page of a list. */
export interface PagedCall<Page, E> extends Call<Page, E> {
  /**
   * All pages: first the result of this call, then the others, each requested when it is asked for, with the options of
   * this call. Rejects like the call; for a cursor that is no longer valid, with the route error of the continuation;
   * with a `ProtocolError` if a page says that there are more, but not where, or only where it begins itself.
   */
  pages(): AsyncGenerator<Page, void, undefined>;
}

/** The same for pages that hold one list each. */
export interface ListCall<Page, E, Item> extends PagedCall<Page, E> {
  /** What is in the lists of all {@link pages}, one by one. */
  items(): AsyncGenerator<Item, void, undefined>;
}

/** What a page tells of the next one. */
export interface PageEnd {
  /** Where the list goes on. An empty one is none. */
  readonly cursor?: string | undefined;
  /** Whether the list goes on. Where pages do not tell, it does if there is a cursor. */
  readonly has_more?: boolean | undefined;
}

/** What pages are taken from: a call of any route that gives them. */
export interface PageSource<Page> {
  withResponse(): Promise<Reply<Page>>;
}

/** How a list is gone through. */
export interface Continuation<Page> {
  /** Requests the page at a cursor. */
  readonly next: (cursor: string) => PageSource<Page>;
}

/** The same for pages that hold one list each. */
export interface ListContinuation<Page, Item> extends Continuation<Page> {
  /** The list of a page. */
  readonly items: (page: Page) => readonly Item[];
}

/** Calls a route that gives the first page of a list. For errors see `call`. */
export function callPaged<ArgInput, Page extends PageEnd, E>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Page, E>,
  arg: ArgInput,
  options: CallOptions | undefined,
  continuation: Continuation<Page>,
): PagedCall<Page, E> {
  const first = call(core, route, arg, options);
  const pages = (): AsyncGenerator<Page, void, undefined> => {
    // Who goes through the pages learns from them of a failure: the platform must not report this one as unhandled.
    first.catch(() => undefined);
    return pagesFrom(route, first, continuation);
  };
  return Object.assign(first, { pages });
}

/** The same for pages that hold one list each. */
export function callList<ArgInput, Page extends PageEnd, E, Item>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Page, E>,
  arg: ArgInput,
  options: CallOptions | undefined,
  continuation: ListContinuation<Page, Item>,
): ListCall<Page, E, Item> {
  const paged = callPaged(core, route, arg, options, continuation);
  return Object.assign(paged, { items: () => itemsOf(paged.pages(), continuation) });
}

async function* itemsOf<Page, Item>(
  pages: AsyncIterable<Page>,
  { items }: ListContinuation<Page, Item>,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages) {
    yield* items(page);
  }
}

async function* pagesFrom<Page extends PageEnd>(
  route: RouteInfo,
  first: PageSource<Page>,
  { next }: Continuation<Page>,
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
      // To end here would pass for a whole list, to go on would never end.
      const what = cursor === undefined ? "does not say where" : "only that they are where it begins itself";
      const { status, headers } = reply;
      const message = `${route.path}: a page says that there are more, but ${what}`;
      throw new ProtocolError(route.path, { status, headers, body: "" }, message);
    }
    from = cursor;
    reply = await next(cursor).withResponse();
  }
}
