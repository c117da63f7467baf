import { isApiError, errorPath, type Client } from "cloud-storage-api";

/** What a call has led to, as far as two servers can agree about it: with names in place of the ids that each chooses. */
export type Outcome =
  { readonly value: unknown } | { readonly error: string; readonly detail: unknown } | { readonly status: number };

/** What each server decides for itself, and differently each time. */
const volatile: ReadonlySet<string> = new Set([
  ...["client_modified", "server_modified", "rev", "id", "created", "cursor"],
]);

/** One of two servers, with the ids of what has been created there. */
export class Side {
  readonly client: Client;
  /** In the order of their creation, the same on both sides. */
  readonly ids: string[] = [];
  /** The entity tags of downloads by path. */
  readonly tags = new Map<string, string>();

  constructor(client: Client) {
    this.client = client;
  }

  /** The id of something that was created; for one that was not, an id that nothing has. */
  id(at: number, unknown: string): string {
    return this.ids[at] ?? unknown;
  }

  /** The outcome with names in place of ids, and without what differs each time. */
  named(outcome: Outcome): Outcome {
    return this.#named(outcome) as Outcome;
  }

  #named(value: unknown): unknown {
    if (typeof value === "string") {
      const at = this.ids.indexOf(value);
      return at === -1 ? value : `<${at}>`;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.#named(item));
    }
    return typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, member]) =>
            volatile.has(name) || member === undefined ? [] : [[name, this.#named(member)]],
          ),
        )
      : value;
  }
}

/** The outcome of a call. Rejects if there was no answer of the API. */
export async function outcomeOf(call: PromiseLike<unknown>): Promise<Outcome> {
  try {
    return { value: (await call) ?? null };
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.status === undefined) {
      throw thrown;
    }
    return thrown.name === "RouteError"
      ? { error: errorPath(thrown.error), detail: thrown.error }
      : { status: thrown.status };
  }
}

/** All items of a list, however many pages they take. */
export async function allItems<Item>(list: { items(): AsyncIterable<Item> }): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list.items()) {
    items.push(item);
  }
  return items;
}
