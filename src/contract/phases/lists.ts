import { withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Json } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import { routeName } from "../../ir/names.js";
import type { Lookup } from "../../ir/walk.js";
import { structFields } from "../../generator/facts/members.js";
import { limitsOf } from "../../values/limits.js";
import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { isRefusal, isSuccess, statusOf, jsonOf, type Exchange } from "../http/exchange.js";
import type { Send, Tester } from "../tester.js";
import { noOrigins } from "../values/argument-maker.js";
import { isPageSize } from "../values/name-meanings.js";
import { ownMember, type Members } from "../values/places.js";
import { randomText } from "./random-content.js";
import { exclusive, type Task } from "./task.js";
import { isObject } from "../../ir/is-object.js";

/** How many pages are read of a list. */
const maxPages = 50;

/** After this many empty pages in a row, a list counts as endless. */
const maxEmptyPages = 100;

export interface ListOptions {
  /** Whether repeated ids are a finding: a Twin without a model repeats one item. */
  readonly hasIdentities: boolean;
}

/** Returns tasks that read a list to its end in small pages, and that send an invalid cursor. */
export function listCalls(tester: Tester, route: ContractRoute, options: ListOptions): Task[] {
  const { paging } = route;
  const next = paging && tester.route(routeName(route.namespace.name, paging.next));
  if (paging === undefined || next === undefined) {
    return [];
  }
  return [
    exclusive(async () => {
      for (const first of firstArguments(tester, route)) {
        if (route.hasArg && !(await tester.accepts(route, first))) {
          continue;
        }
        let pages = 0;
        await tester.runFrom(
          route,
          { ...noOrigins, arg: first },
          ({ arg }) =>
            (send) =>
              readList(tester, route, next, arg, { ...options, onPage: () => (pages += 1) }, send),
        );
        await tester.run(route, (send) => compareReadings(tester, route, next, first, send));
        if (pages > 1) {
          return; // the other arguments are for lists with one page
        }
      }
    }),
    exclusive(async () => {
      const [first] = firstArguments(tester, route);
      const arg =
        first === undefined ? undefined : nextArgument(route, next, first, randomText(tester.parts.random, 32));
      if (arg !== undefined && (await tester.accepts(next, arg))) {
        await tester.run(next, (send) => sendUnknownCursor(next, arg, send));
      }
    }),
  ];
}

/** Returns arguments for a first page, with a small page size if there is such a field. Searches that match many items come first. */
function firstArguments(tester: Tester, route: ContractRoute): readonly Json[] {
  if (!route.hasArg) {
    return [null];
  }
  const { maker, context } = tester.parts;
  const smallest = maker.smallest(route, { known: 100, fresh: 0 });
  const successfulCalls = [tester.successfulCall(route), smallest, tester.successfulCall(route)].flatMap(
    (made) => made?.arg ?? [],
  );
  const searches = successfulCalls.slice(0, 1).flatMap((arg) => searchesFor(arg, route, context.lookup));
  return [...searches, ...successfulCalls].map((arg) => withSmallPages(arg, route, tester));
}

/** Returns the argument with short search strings, which many items contain. */
function searchesFor(arg: Json, { route }: ContractRoute, lookup: Lookup): Json[] {
  const field = structFields(route.arg, lookup).find(({ name }) => /query|search|term|^text$|^q$/i.test(name));
  return field === undefined ? [] : ["a", "ashlar", "e"].map((text) => withValueAt(arg, [field.name], text));
}

function withSmallPages(first: Json, { route }: ContractRoute, { parts: { context, random } }: Tester): Json {
  const { lookup } = context;
  let arg = first;
  for (const field of structFields(route.arg, lookup)) {
    const type = lookup.bare(field.type);
    if (isNumberType(type) && isPageSize(field)) {
      arg = withValueAt(arg, [field.name], Math.max(Number(limitsOf(type).min), 1 + random.below(2)));
    } else if (field.name === "cursor") {
      arg = withValueAt(arg, ["cursor"], undefined);
    }
  }
  return arg;
}

async function readList(
  tester: Tester,
  route: ContractRoute,
  next: ContractRoute,
  first: Json,
  { hasIdentities, onPage }: ListOptions & { readonly onPage: () => void },
  send: Send,
): Promise<Problem | undefined> {
  const writes = tester.writes;
  const cursors = new Set<string>();
  const ids = new Set<string>();
  const problem = (title: string, cause: string): Problem => ({
    code: "cursor",
    title,
    expected: "The cursors of a list lead from page to page to its end, and each item is in one page.",
    cause,
  });
  let empty = 0;
  let exchange = await send({ route, arg: route.hasArg ? first : undefined });
  for (let page = 0; page < maxPages || empty > 0; page += 1) {
    const result = pageOf(exchange);
    if (result === undefined) {
      const status = statusOf(exchange);
      return page > 0 && isRefusal(status)
        ? problem(`The cursor of page ${page} is refused with status ${status}`, "refused")
        : undefined;
    }
    onPage();
    const items = itemsOf(result, route);
    for (const id of hasIdentities && tester.writes === writes ? items.flatMap((item) => idOf(item) ?? []) : []) {
      if (ids.has(id)) {
        return problem(`The item ${id} is twice in the list, although nothing was written meanwhile`, "twice");
      }
      ids.add(id);
    }
    empty = items.length === 0 ? empty + 1 : 0;
    const { has_more: more, cursor } = result;
    if (more === false || typeof cursor !== "string") {
      return undefined;
    }
    if (cursors.has(cursor)) {
      return problem(
        "A cursor comes back that has been used before in the same list, so the list has no end",
        "repeated",
      );
    }
    if (empty >= maxEmptyPages) {
      return problem(`There are ${empty} pages without items in a row, and there is said to be more`, "empty");
    }
    cursors.add(cursor);
    const arg = nextArgument(route, next, first, cursor);
    if (!(await tester.accepts(next, arg))) {
      return undefined; // the result has been reported
    }
    exchange = await send({ route: next, arg });
  }
  return undefined;
}

/**
 * Reads a list in large, in small and again in large pages, and returns a problem if an item is missing in small pages. An item
 * that is there before and after has not been removed meanwhile.
 */
async function compareReadings(
  tester: Tester,
  route: ContractRoute,
  next: ContractRoute,
  first: Json,
  send: Send,
): Promise<Problem | undefined> {
  const { lookup } = tester.parts.context;
  const field = structFields(route.route.arg, lookup).find(
    (each) => isPageSize(each) && isNumberType(lookup.bare(each.type)),
  );
  if (field === undefined) {
    return undefined;
  }
  const limits = limitsOf(lookup.bare(field.type) as Parameters<typeof limitsOf>[0]);
  const read = async (size: number): Promise<Reading | undefined> => {
    const arg = withValueAt(first, [field.name], size);
    return (await tester.accepts(route, arg)) ? readKeys(tester, route, next, arg, send) : undefined;
  };
  const large = Math.min(Number(limits.max), 1000);
  const before = await read(large);
  const small = Math.max(
    Number(limits.min),
    1,
    Math.min(Math.ceil((before?.keys.size ?? 0) / 8), Math.floor(large / 2)),
  );
  const between = before === undefined || small >= large ? undefined : await read(small);
  if (before === undefined || between === undefined || between.pages < 2) {
    return undefined; // the number may limit the list as a whole
  }
  const suspects = [...before.keys].filter((key) => !between.keys.has(key));
  const after = suspects.length === 0 ? undefined : await read(large);
  const lost = suspects.find((key) => after?.keys.has(key));
  return lost === undefined
    ? undefined
    : {
        code: "cursor",
        title: `The item ${lost} is missing if ${field.name} is ${small}, and is there before and after if it is ${large}`,
        expected: "The pages of a list together have all of its items, whatever the size of a page.",
        cause: "lost",
      };
}

/** The keys of the items of a list that was read to its end. */
interface Reading {
  readonly keys: ReadonlySet<string>;
  readonly pages: number;
}

async function readKeys(
  tester: Tester,
  route: ContractRoute,
  next: ContractRoute,
  first: Json,
  send: Send,
): Promise<Reading | undefined> {
  const keys = new Set<string>();
  let exchange = await send({ route, arg: first });
  for (let page = 1; page <= maxPages; page += 1) {
    const result = pageOf(exchange);
    if (result === undefined) {
      return undefined;
    }
    itemsOf(result, route).forEach((item) => keyOf(item).forEach((key) => keys.add(key)));
    const { has_more: more, cursor } = result;
    if (more === false) {
      return { keys, pages: page };
    }
    const arg = typeof cursor === "string" ? nextArgument(route, next, first, cursor) : undefined;
    if (arg === undefined || !(await tester.accepts(next, arg))) {
      return undefined;
    }
    exchange = await send({ route: next, arg });
  }
  return undefined;
}

/** Returns what names an item, in a list; empty if nothing does. */
function keyOf(item: Json): readonly string[] {
  const names = isObject(item) ? [idOf(item), ...["key", "path", "name"].map((name) => ownMember(item, name))] : [item];
  return names.filter((name) => typeof name === "string").slice(0, 1);
}

async function sendUnknownCursor(next: ContractRoute, arg: Json, send: Send): Promise<Problem | undefined> {
  const exchange = await send({ route: next, arg });
  return isSuccess(exchange)
    ? {
        code: "cursor",
        title: "A random text is accepted as a cursor",
        expected: "A cursor that no page has returned is refused, with an error of the route or with status 400.",
        cause: "random",
      }
    : undefined;
}

/** Returns the argument for a later page. */
function nextArgument(route: ContractRoute, next: ContractRoute, first: Json, cursor: string): Json {
  const carried = (route.paging?.carried ?? []).flatMap((name) => {
    const value = isObject(first) ? ownMember(first, name) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const same = route.name === next.name && isObject(first) ? Object.entries(first) : [];
  return Object.fromEntries([...same, ...carried, ["cursor", cursor]]);
}

function pageOf({ reply, ...rest }: Exchange): Members | undefined {
  if (!isSuccess({ reply, ...rest }) || reply.kind === "failed") {
    return undefined;
  }
  const json = jsonOf(reply);
  return isObject(json) ? json : undefined;
}

function itemsOf(page: Members, { paging }: ContractRoute): readonly Json[] {
  const list = paging?.list === undefined ? undefined : ownMember(page, paging.list.name);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** Returns the id of an item; undefined if it has none. */
function idOf(item: Json): string | undefined {
  if (!isObject(item)) {
    return undefined;
  }
  const names = Object.keys(item);
  const name =
    names.find((each) => each === "id") ??
    names.find((each) => each.endsWith("_id") && !/parent|owner|team|account/.test(each));
  const value = name === undefined ? undefined : item[name];
  // Events and changes contain the id of their subject, which may occur several times.
  return typeof value === "string" && (name === "id" || names.indexOf(name ?? "") <= 1) ? value : undefined;
}
