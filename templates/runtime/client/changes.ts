import { checkOptions } from "../codecs/options.js";
import { call, performCall, startCall } from "./call.js";
import { newCall, operationOptions, type ClientCore } from "./core.js";
import { eitherSignal, pause } from "./signals.js";
import { isApiError } from "./errors.js";
import type { CallOptions } from "./options.js";
import { pagesFrom, withItems, type ListCall, type ListContinuation, type PageEnd, type PageSource } from "./paging.js";
import { retryPatiently } from "./retry.js";
import type { AnyErrorTags, ErrorTags } from "../routes/error-summary.js";
import type { LoadableRoute } from "./lazy-route.js";

/** The options of {@link ChangingListCall.changes}. */
export interface ChangesOptions {
  /** Ends the changes: the iteration rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The cursor of the last page that was handled, to continue after it. The list itself is not requested then. */
  readonly cursor?: string | undefined;
  /** Whether to begin with the current items of the list; true by default. It has no effect with `cursor`. */
  readonly initial?: boolean | undefined;
}

/** Replaces a page when the service no longer knows the cursor. The whole list follows, from its beginning. */
export interface ChangesReset {
  readonly reset: true;
}

/** The pages of a list and then of its changes, without end. */
export interface Changes<Page, Item> extends AsyncIterable<(Page & { readonly reset?: undefined }) | ChangesReset> {
  /**
   * The cursor after the most recent page; store it to continue later. Before the first page, it is the option `cursor`; with
   * `initial: false`, the latest cursor as soon as the service has returned it. Undefined if there is none yet, also after a
   * reset.
   */
  readonly cursor: string | undefined;
  /** Returns the items of the pages, one by one. After a reset, the list starts again from its beginning. */
  items(): AsyncGenerator<Item, void, undefined>;
}

/** A call whose result is the first page of a list, and that can wait for its changes. */
export interface ChangingListCall<Page, E, Item> extends ListCall<Page, E, Item> {
  /**
   * Returns the pages of the list, and then of every change, until the signal is aborted or the loop is left. Waits for
   * changes with the service's long-poll route, and retries transient failures with increasing delays. Rejects with other
   * errors, such as the route errors of the requests.
   */
  changes(options?: ChangesOptions): Changes<Page, Item>;
}

/** The result of a route that waits for a change. */
export interface LongPollResult {
  readonly changes: boolean;
  /** The seconds to pause before the next call. */
  readonly backoff?: number | bigint | null | undefined;
}

/** How to request the later pages of a list, and to wait for its changes. */
export interface ChangesContinuation<Page, Item> extends ListContinuation<Page, Item> {
  /** Waits for a change after a cursor. */
  readonly poll: (cursor: string, options: CallOptions) => Promise<LongPollResult>;
  /** How long the service waits, in seconds; 8 minutes by default. */
  readonly pollSeconds?: number;
  /** Requests a cursor for the current state of the list. */
  readonly latest?: (options: CallOptions) => Promise<{ readonly cursor: string }>;
}

const changesOptions = {
  signal: "an AbortSignal object",
  cursor: "a string",
  initial: "a boolean",
} satisfies Record<keyof ChangesOptions, string>;

/** Calls a route that returns the first page of a list whose changes can be waited for. For errors see `call`. */
export function callChangingList<ArgInput, Page extends PageEnd, E, Item>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Page, E>,
  arg: ArgInput,
  given: CallOptions<ErrorTags<E>> | undefined,
  continuation: ChangesContinuation<Page, Item>,
): ChangingListCall<Page, E, Item> {
  const options = given ?? {};
  const state = newCall(core, options);
  const first = withItems(startCall(state, route, arg, performCall), route.path, options, continuation);
  const changes = (wanted: ChangesOptions = {}): Changes<Page, Item> => {
    checkOptions(wanted, changesOptions);
    if (wanted.cursor !== undefined || (wanted.initial === false && continuation.latest !== undefined)) {
      // A signal would also cancel the call, but would have to listen to the caller's signal.
      state.cancellation = new Error(`${route.path}: changes() begins at a cursor, so the list is not requested`);
    }
    const again = (options: CallOptions): PageSource<Page> => call(core, route, arg, options);
    return new RunningChanges({ path: route.path, first, again }, continuation, options, wanted);
  };
  return Object.assign(first, { changes });
}

type ChangesPage<Page> = (Page & { readonly reset?: undefined }) | ChangesReset;

/** The pages of a list without its changes. */
interface ListSource<Page> {
  /** The path of the route. */
  readonly path: string;
  /** The call of the first page that has been started. */
  readonly first: PageSource<Page>;
  /** Calls the first page again. */
  readonly again: (options: CallOptions) => PageSource<Page>;
}

/** An iteration over changes. */
class RunningChanges<Page extends PageEnd, Item> implements Changes<Page, Item> {
  cursor: string | undefined;
  readonly #list: ListSource<Page>;
  #first: PageSource<Page> | undefined;
  readonly #continuation: ChangesContinuation<Page, Item>;
  readonly #given: CallOptions<AnyErrorTags>;
  readonly #wanted: ChangesOptions;
  /** The options of each request. */
  #options: CallOptions = {};
  /** How many resets have come since the service last accepted a cursor. */
  #resets = 0;
  /** Aborted when the loop is left. */
  readonly #left = new AbortController();

  constructor(
    list: ListSource<Page>,
    continuation: ChangesContinuation<Page, Item>,
    options: CallOptions<AnyErrorTags>,
    wanted: ChangesOptions,
  ) {
    this.#list = list;
    this.#first = list.first;
    this.#continuation = continuation;
    this.#given = options;
    this.#wanted = wanted;
    this.cursor = wanted.cursor;
  }

  [Symbol.asyncIterator](): AsyncGenerator<ChangesPage<Page>, void, undefined> {
    return leavable(this.#pages(), this.#left);
  }

  items(): AsyncGenerator<Item, void, undefined> {
    return leavable(this.#items(), this.#left);
  }

  async *#items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.#pages()) {
      yield* isReset(page) ? [] : this.#continuation.items(page);
    }
  }

  async *#pages(): AsyncGenerator<ChangesPage<Page>, void, undefined> {
    const over = new AbortController();
    const given = eitherSignal(this.#given.signal, this.#wanted.signal, over.signal);
    const signal = eitherSignal(given, this.#left.signal, over.signal);
    this.#options = operationOptions("changes", { ...this.#given, signal, retry: false });
    try {
      yield* this.#follow(this.#wanted.initial !== false);
    } finally {
      over.abort();
    }
  }

  /** Yields the pages of the list, then of every change. */
  async *#follow(isWanted: boolean): AsyncGenerator<ChangesPage<Page>, void, undefined> {
    let withList = isWanted;
    for (;;) {
      try {
        yield* this.cursor === undefined ? this.#listed(withList) : this.#changed(this.cursor);
        yield* this.#wait();
      } catch (thrown) {
        if (!isResetError(thrown)) {
          throw thrown;
        }
        this.cursor = undefined;
        this.#first = undefined;
        withList = true;
        yield { reset: true };
        await this.#slowDown(++this.#resets);
      }
    }
  }

  /**
   * Yields the pages of the list. If they are not wanted, only moves the cursor to their end: by asking for the latest cursor
   * if there is a route for that, otherwise by reading all pages.
   */
  async *#listed(isWanted: boolean): AsyncGenerator<Page, void, undefined> {
    const { latest } = this.#continuation;
    if (!isWanted && latest !== undefined) {
      this.cursor = (await this.#patiently((options) => latest(options))).cursor;
      return;
    }
    for await (const page of this.#read((options) => this.#start(options))) {
      if (isWanted) {
        yield page;
      }
    }
  }

  /** Returns the source of the list's first page: the call itself, or a new call if that one has failed or is out of date. */
  #start(options: CallOptions): PageSource<Page> {
    const started = this.#first;
    this.#first = undefined;
    return started ?? this.#list.again(options);
  }

  /** Returns the pages of changes since a cursor. */
  async *#changed(cursor: string): AsyncGenerator<Page, void, undefined> {
    const { next, items } = this.#continuation;
    for await (const page of this.#read((options) => next(cursor, options))) {
      if (items(page).length > 0) {
        yield page;
      }
    }
  }

  /** Waits for changes repeatedly, and yields them. */
  async *#wait(): AsyncGenerator<Page, void, undefined> {
    const { poll, pollSeconds = 480 } = this.#continuation;
    // The service may add up to 90 seconds to its own timeout, so that not all calls end at the same time.
    const timeoutMs = { attemptMs: (pollSeconds + 90) * 1000 };
    let futile = 0;
    for (;;) {
      const cursor = this.cursor ?? "";
      const { changes, backoff } = await this.#patiently((options) => poll(cursor, { ...options, timeoutMs }));
      if (changes) {
        futile++;
        for await (const page of this.#changed(cursor)) {
          futile = 0;
          yield page;
        }
      }
      this.#resets = 0;
      await this.#slowDown(futile, Number(backoff ?? 0) * 1000);
    }
  }

  /**
   * Pauses, longer each time, if the service has answered several times in a row with changes that turn out to be empty, or with a
   * reset: otherwise it would be asked in a tight loop.
   */
  async #slowDown(times: number, atLeast = 0): Promise<void> {
    const wait = Math.max(atLeast, times > 1 ? 500 * 2 ** Math.min(times, 6) : 0);
    if (wait > 0) {
      await pause(wait, this.#options.signal);
    }
  }

  /** Returns the page that `first` requests, and all pages that follow it. */
  async *#read(first: (options: CallOptions) => PageSource<Page>): AsyncGenerator<Page, void, undefined> {
    const source = (request: typeof first): PageSource<Page> => ({
      withResponse: () => this.#patiently((options) => request(options).withResponse()),
    });
    const next = (cursor: string): PageSource<Page> => source((options) => this.#continuation.next(cursor, options));
    for await (const page of pagesFrom(this.#list.path, source(first), { next }, this.#options)) {
      this.cursor = page.cursor;
      yield page;
    }
  }

  /** Makes a request with the options of this iteration, and retries it. */
  #patiently<T>(request: (options: CallOptions) => Promise<T>): Promise<T> {
    return retryPatiently(this.#options.signal, () => request(this.#options));
  }
}

function isReset(page: object): page is ChangesReset {
  return "reset" in page && page.reset === true;
}

/** Returns whether the service no longer knows a cursor. */
function isResetError(thrown: unknown): boolean {
  if (!isApiError(thrown) || thrown.name !== "RouteError") {
    return false;
  }
  const { error } = thrown;
  return typeof error === "object" && error !== null && ".tag" in error && error[".tag"] === "reset";
}

/** Wraps a generator so that leaving the loop aborts `left`, and with it whatever the generator is waiting for. */
function leavable<T>(
  values: AsyncGenerator<T, void, undefined>,
  left: AbortController,
): AsyncGenerator<T, void, undefined> {
  const unlessLeft = async (step: Promise<IteratorResult<T, void>>): Promise<IteratorResult<T, void>> => {
    try {
      return await step;
    } catch (thrown) {
      if (left.signal.aborted) {
        return { done: true, value: undefined };
      }
      throw thrown;
    }
  };
  const generator = {
    next: () => unlessLeft(values.next()),
    return() {
      left.abort();
      return unlessLeft(values.return());
    },
    throw(thrown: unknown) {
      left.abort();
      return values.throw(thrown);
    },
    [Symbol.asyncIterator]: () => generator as AsyncGenerator<T, void, undefined>,
  };
  return generator;
}
