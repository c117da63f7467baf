import type { Api, Name, Namespace, Route, Struct, Union } from "../ir/api.js";
import { qualified, routeName, versioned } from "../ir/names.js";

/** Renamed definitions: old name to new name. */
export interface Renamings {
  readonly namespaces: ReadonlyMap<string, string>;
  /** The qualified names of structs and unions (CMP-14). For a renamed namespace, all types that both sides have. */
  readonly types: ReadonlyMap<string, Name>;
  /** The names of routes, such as `files/copy:2`. */
  readonly routes: ReadonlyMap<string, string>;
}

export function findRenamings(before: Api, after: Api): Renamings {
  const namespaces = findNamespaces(before, after);
  const types = new Map([...findTypes(before, after), ...typesInBoth(before, after, namespaces)]);
  return { namespaces, types, routes: findRoutes(before, after, namespaces, types) };
}

/** Finds the removed namespaces for which a new namespace contains more than half of the types and routes. */
function findNamespaces(before: Api, after: Api): ReadonlyMap<string, string> {
  const isIn = ({ namespaces }: Api, { name }: Namespace): boolean => namespaces.some((one) => one.name === name);
  const gone = before.namespaces.filter((one) => !isIn(after, one));
  const added = after.namespaces.filter((one) => !isIn(before, one));
  return new Map(
    gone.flatMap((old) => {
      const content = contentNames(old);
      const isSame = (now: Namespace): boolean => {
        const names = contentNames(now);
        return 2 * [...content].filter((name) => names.has(name)).length > Math.max(content.size, names.size);
      };
      const now = added.find(isSame);
      return now === undefined ? [] : [[old.name, now.name] as const];
    }),
  );
}

function contentNames({ types, routes }: Namespace): ReadonlySet<string> {
  return new Set([...types.map((type) => `${type.name} ${membersOf(type)}`), ...routes.map(versioned)]);
}

function typesInBoth(before: Api, after: Api, namespaces: Renamings["namespaces"]): ReadonlyMap<string, Name> {
  const newNames = definitionsByName(after);
  return new Map(
    [...definitionsByName(before)].flatMap(([key, { name, type }]) => {
      const now = newNames.get(qualified({ ...name, namespace: namespaces.get(name.namespace) ?? "" }));
      return now?.type.kind === type.kind ? [[key, now.name] as const] : [];
    }),
  );
}

/**
 * Finds the removed structs and unions that have exactly one equal definition, which is new. The definitions that they refer
 * to may also have been renamed: a definition of the same name is assumed to be equal until it turns out to be different.
 */
function findTypes(before: Api, after: Api): ReadonlyMap<string, Name> {
  const oldNames = definitionsByName(before);
  const newNames = definitionsByName(after);
  const added = [...newNames.values()].filter(({ name }) => !oldNames.has(qualified(name)));
  let known: ReadonlyMap<string, Name> = new Map(
    [...oldNames].flatMap(([key, { name }]) => {
      const [now, ...others] = newNames.has(key) ? [] : added.filter((one) => one.name.name === name.name);
      return now === undefined || others.length > 0 ? [] : [[key, now.name] as const];
    }),
  );
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const found = findEqualTypes(before, after, known);
    if (found.size === known.size && [...found.keys()].every((name) => known.has(name))) {
      return found;
    }
    known = found;
  }
  return known;
}

/** The maximum length of a chain of renamings that depend on each other. */
const maxTurns = 20;

/** Does the same as {@link findTypes}, given the names that are known to have changed. */
function findEqualTypes(before: Api, after: Api, known: ReadonlyMap<string, Name>): ReadonlyMap<string, Name> {
  const oldNames = definitionsByName(before);
  const newNames = definitionsByName(after);
  const gone = [...oldNames.values()].filter(({ name }) => !newNames.has(qualified(name)));
  const added = [...newNames.values()].filter(({ name }) => !oldNames.has(qualified(name)));
  // Equal definitions have the same members, so the contents of all others need not be compared.
  const ofGone = new Set(gone.map(({ type }) => membersOf(type)));
  const ofAdded = new Set(added.map(({ type }) => membersOf(type)));
  const isCandidate = ({ type }: Definition): boolean => ofGone.has(membersOf(type)) && ofAdded.has(membersOf(type));
  const oldByContent = groupByContent([...oldNames.values()].filter(isCandidate), known);
  const newByContent = groupByContent([...newNames.values()].filter(isCandidate), new Map());
  const renamings = new Map<string, Name>();
  for (const [content, [old, ...otherOld]] of oldByContent) {
    const [now, ...otherNew] = newByContent.get(content) ?? [];
    if (old === undefined || now === undefined || otherOld.length > 0 || otherNew.length > 0) {
      continue;
    }
    if (!newNames.has(qualified(old)) && !oldNames.has(qualified(now))) {
      renamings.set(qualified(old), now);
    }
  }
  return renamings;
}

/** Finds the routes of renamed namespaces, and the removed routes that have exactly one equal route, which is new in the same namespace. */
function findRoutes(
  before: Api,
  after: Api,
  namespaces: Renamings["namespaces"],
  types: Renamings["types"],
): ReadonlyMap<string, string> {
  const newRoutes = new Map(after.namespaces.map(({ name, routes }) => [name, routes]));
  return new Map(
    before.namespaces.flatMap(({ name, routes: oldRoutes }) => {
      const space = namespaces.get(name) ?? name;
      const now = newRoutes.get(space) ?? [];
      const isKept = (route: Route, others: readonly Route[]): boolean =>
        others.some((other) => versioned(other) === versioned(route));
      const gone = groupBy(
        oldRoutes.filter((route) => !isKept(route, now)),
        (route) => routeContent(route, types),
      );
      const added = groupBy(
        now.filter((route) => !isKept(route, oldRoutes)),
        (route) => routeContent(route, new Map()),
      );
      const renamed = [...gone].flatMap(([content, [old, ...otherOld]]) => {
        const [one, ...otherNew] = added.get(content) ?? [];
        return old === undefined || one === undefined || otherOld.length + otherNew.length > 0 || isVoid(old)
          ? []
          : [[routeName(name, old), routeName(space, one)] as const];
      });
      const moved = space === name ? [] : oldRoutes.filter((route) => isKept(route, now));
      return [...moved.map((route) => [routeName(name, route), routeName(space, route)] as const), ...renamed];
    }),
  );
}

/** Whether a route has no argument, result and error. All such routes would be equal. */
function isVoid({ arg, result, error }: Route): boolean {
  return [arg, result, error].every(({ kind }) => kind === "void");
}

function routeContent(
  { arg, result, error, attributes, version, deprecated }: Route,
  known: Renamings["types"],
): string {
  return contentText({ arg, result, error, attributes, version, isDeprecated: deprecated !== undefined }, known);
}

interface Definition {
  readonly name: Name;
  readonly type: Struct | Union;
}

function definitionsByName({ namespaces }: Api): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const { name: namespace, types } of namespaces) {
    for (const type of types) {
      const name = { namespace, name: type.name };
      definitions.set(qualified(name), { name, type });
    }
  }
  return definitions;
}

function membersOf({ kind, fields }: Struct | Union): string {
  return [kind, ...fields.map(({ name }) => name)].join(" ");
}

function groupByContent(definitions: readonly Definition[], known: Renamings["types"]): ReadonlyMap<string, Name[]> {
  const groups = groupBy(definitions, ({ name, type }) => contentOf(name, type, known));
  return new Map([...groups].map(([content, alike]) => [content, alike.map(({ name }) => name)]));
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** Returns a string that is equal for definitions that differ only in their names, documentation and examples. */
function contentOf(self: Name, type: Struct | Union, known: Renamings["types"]): string {
  const own = { namespace: "", name: "" };
  const names = new Map([...known, [qualified(self), own]]);
  return contentText({ ...type, name: undefined, doc: undefined, examples: undefined }, names);
}

/** Returns plain data as a string, without documentation, and with the new names of renamed definitions. */
export function contentText(data: object, known: Renamings["types"]): string {
  return JSON.stringify(data, (key, value: unknown) => {
    if (key === "doc") {
      return undefined;
    }
    if (typeof value === "bigint") {
      return value.toString();
    }
    return isName(value) ? { ...value, ...known.get(qualified(value)) } : value;
  });
}

function isName(value: unknown): value is Name {
  return typeof value === "object" && value !== null && "namespace" in value && "name" in value;
}
