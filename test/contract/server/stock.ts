import type { Exports } from "../../support/packages.js";
import { now } from "./clock.js";
import type { Cursors } from "./cursors.js";

/** More items than this are refused, so that lists stay short and memory is bounded. */
const capacity = 500;

type Fields = Readonly<Record<string, unknown>>;

/** An item as it is sent, with the fields that the server itself reads. */
interface Item extends Fields {
  readonly ".tag": "tool" | "supply";
  readonly id: string;
  readonly label: string;
  readonly colour: { readonly ".tag": "red" | "green" | "blue" };
  readonly revision: number;
  readonly amount?: number;
}

interface CreateArg extends Fields {
  readonly kind: Fields & { readonly ".tag": "tool" | "supply" };
}

interface Restock {
  readonly ids: readonly string[];
  readonly amount: number;
}

interface Job {
  readonly restock: Restock;
  /** How often the job was asked for; it ends at the second time, so that what callers see does not depend on a clock. */
  polls: number;
  result: unknown;
}

/** The handlers of the namespace `stock`, with their state. */
export function stockHandlers(routes: Exports, server: Exports, cursors: Cursors): Exports {
  const { routeError } = server;
  const items = new Map<string, Item>();
  const jobs = new Map<string, Job>();
  let created = 0;

  /** Why there is no item with an id. */
  function absence(id: string): string {
    const number = Number(id.slice("item-".length));
    return number > 0 && number <= created ? "deleted" : "not_found";
  }

  function find(id: string, route: unknown): Item {
    const item = items.get(id);
    if (item === undefined) {
      throw routeError(route, { ".tag": "lookup", lookup: { ".tag": absence(id) } });
    }
    return item;
  }

  function change(item: Item, fields: Fields): Item {
    const changed = { ...item, ...fields, revision: item.revision + 1 };
    items.set(item.id, changed);
    return changed;
  }

  /** The items after an id, the oldest first. */
  function after(id: string, wanted: (item: Item) => boolean): Item[] {
    return [...items.values()].filter((item) => item.id > id && wanted(item));
  }

  function hasColour(colour: string): (item: Item) => boolean {
    return (item) => colour === "" || item.colour[".tag"] === colour;
  }

  /** A page of items after some id: whatever is created or deleted in between, no item is in two pages. */
  function page(colour: string, limit: number, previous: string): unknown {
    const rest = after(previous, hasColour(colour));
    const shown = rest.slice(0, limit);
    const last = shown.at(-1)?.id ?? previous;
    return { items: shown, cursor: cursors.write("stock", colour, limit, last), has_more: rest.length > limit };
  }

  function restock({ ids, amount }: Restock): unknown {
    const entries = ids.map((id) => {
      const item = items.get(id);
      if (item === undefined) {
        return failure(absence(id));
      }
      if (item[".tag"] !== "supply") {
        return failure("not_a_supply");
      }
      const total = Number(item.amount) + amount;
      return total > 1_000_000 ? failure("too_much") : { ".tag": "success", success: change(item, { amount: total }) };
    });
    return { entries };
  }

  return {
    create: ({ kind, ...arg }: CreateArg) => {
      if (items.size >= capacity) {
        throw routeError(routes["create"], { ".tag": "full" });
      }
      created += 1;
      const id = `item-${String(created).padStart(6, "0")}`;
      const item = { ...arg, ...kind, id, revision: 1, created: now() } as unknown as Item;
      items.set(id, item);
      return item;
    },
    get: ({ id }: Item) => find(id, routes["get"]),
    lookup: ({ id }: Item) => find(id, routes["lookup"]),
    update: ({ id, revision, ...fields }: Item) => {
      const item = find(id, routes["update"]);
      if (item.revision !== revision) {
        throw routeError(routes["update"], { ".tag": "conflict", revision: item.revision });
      }
      return change(item, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
    },
    delete: ({ id }: Item) => {
      const item = find(id, routes["delete_"]);
      items.delete(id);
      return item;
    },
    list: ({ colour, limit }: { colour?: Item["colour"]; limit: number }) => page(colour?.[".tag"] ?? "", limit, ""),
    listContinue: ({ cursor }: { cursor: string }) => {
      const [colour = "", limit, previous = ""] = cursors.read("stock", cursor, routes["listContinue"]);
      return page(colour, Number(limit), previous);
    },
    listLongpoll: async ({ cursor, timeout }: { cursor: string; timeout: number }) => {
      const [colour = "", , previous = ""] = cursors.read("stock", cursor, routes["listLongpoll"]);
      const hasChanges = (): boolean => after(previous, hasColour(colour)).length > 0;
      for (let waited = 0; waited < timeout * 1000 && !hasChanges(); waited += 50) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return { changes: hasChanges() };
    },
    search: ({ query, limit, cursor }: { query: string; limit: number; cursor?: string }) => {
      const [previous = ""] = cursor === undefined ? [] : cursors.read(`search ${query}`, cursor, routes["search"]);
      const found = after(previous, ({ label }) => label.includes(query));
      const shown = found.slice(0, limit);
      return {
        matches: shown.map(({ id, label }) => ({ id, label, score: query.length / label.length })),
        cursor: found.length > limit ? cursors.write(`search ${query}`, String(shown.at(-1)?.id)) : undefined,
      };
    },
    count: () => {
      const counts = { red: 0, green: 0, blue: 0 };
      for (const { colour } of items.values()) {
        counts[colour[".tag"]] += 1;
      }
      return { all: items.size, by_colour: counts };
    },
    restock: (arg: Restock) => {
      if (arg.ids.length === 1) {
        return { ".tag": "complete", ...(restock(arg) as object) };
      }
      const id = `job-${String(jobs.size + 1)}`;
      jobs.set(id, { restock: arg, polls: 0, result: undefined });
      return { ".tag": "async_job_id", async_job_id: id };
    },
    restockCheck: ({ async_job_id: id }: { async_job_id: string }) => {
      const job = jobs.get(id);
      if (job === undefined) {
        throw routeError(routes["restockCheck"], { ".tag": "invalid_async_job_id" });
      }
      job.polls += 1;
      if (job.polls === 1) {
        return { ".tag": "in_progress" };
      }
      job.result ??= restock(job.restock);
      return { ".tag": "complete", ...(job.result as object) };
    },
  };
}

function failure(tag: string): unknown {
  return { ".tag": "failure", failure: { ".tag": tag } };
}
