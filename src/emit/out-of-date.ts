import type { Api, Doc, Name, Namespace, Route, Struct, Type, Union } from "../ir/api.js";
import { isEqual } from "../ir/equal.js";
import type { Context } from "./context.js";
import { pollsOf } from "./jobs.js";

/**
 * The namespaces whose modules may have another text after a change of the API: all that are changed, and those that
 * see a change of others through the types they name. Documentation is seen by its own namespace only.
 */
export function outOfDate(before: Context, after: Context): ReadonlySet<string> {
  const { namespaces } = after.api;
  if (isSeenByAll(before, after)) {
    return new Set(namespaces.map(({ name }) => name));
  }
  const changes = namespaces.map((namespace) => changeOf(namespace, before, after));
  const seen = spread(
    after.api,
    changes.flatMap((change) => change.seen),
  );
  return new Set(
    changes
      .filter(({ namespace, isNone }) => !isNone || namesAny(namespace, seen))
      .map(({ namespace }) => namespace.name),
  );
}

/** Whether something has changed that any namespace may depend on: which ones there are, attributes, or jobs. */
function isSeenByAll(before: Context, after: Context): boolean {
  const common = (context: Context): unknown => [
    context.api.namespaces.map(({ name }) => [name, context.naming.folder(name), context.naming.namespace(name)]),
    context.api.stoneCfg,
    polls(context),
  ];
  return !isEqual(common(before), common(after));
}

/**
 * The routes that tell of jobs, with what their documentation mentions, by which launches find what to poll, and with the
 * generated names that launches mention then, though their namespaces need not name the types.
 */
function polls(context: Context): unknown[] {
  return pollsOf(context).map(({ namespace, route }) => {
    const mentioned = partsOf(route.doc).filter((part) => typeof part === "object" && part.kind === "route");
    const named = [route.result, route.error].flatMap(refsIn).map((ref) => ref.namespace);
    const names = [...new Set([namespace.name, ...named])].map((name) => context.naming.allOf(name));
    return [namespace.name, { ...route, doc: mentioned }, names];
  });
}

interface Change {
  readonly namespace: Namespace;
  readonly isNone: boolean;
  /** The types and aliases that others see changed. */
  readonly seen: readonly Name[];
}

function changeOf(namespace: Namespace, before: Context, after: Context): Change {
  const { name, aliases, types } = namespace;
  const old = before.api.namespaces.find((other) => other.name === name);
  if (isEqual(old, namespace)) {
    return { namespace, isNone: true, seen: [] };
  }
  const definitions = [...aliases, ...types];
  const known = new Map(
    [...(old?.aliases ?? []), ...(old?.types ?? [])].map((definition) => [definition.name, definition]),
  );
  // A generated name may have to give way to another one of its namespace.
  const seen = isEqual(before.naming.allOf(name), after.naming.allOf(name))
    ? definitions.filter((definition) => !isEqual(known.get(definition.name), definition, isDocumentation))
    : definitions;
  return { namespace, isNone: false, seen: seen.map((definition) => ({ namespace: name, name: definition.name })) };
}

/** The definitions, and all that name them, directly or through others; by full name. */
function spread(api: Api, definitions: readonly Name[]): ReadonlySet<string> {
  const found = new Set(definitions.map(fullName));
  if (found.size === 0) {
    return found;
  }
  const users = usersOf(api);
  // What is added meanwhile is visited too.
  for (const name of found) {
    users.get(name)?.forEach((user) => found.add(user));
  }
  return found;
}

/** The definitions that name a definition, for each one that is named; by full names. */
function usersOf(api: Api): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const namespace of api.namespaces) {
    for (const definition of [...namespace.aliases, ...namespace.types]) {
      const user = fullName({ namespace: namespace.name, name: definition.name });
      for (const name of namesOf(definition)) {
        const known = users.get(name);
        if (known === undefined) {
          users.set(name, [user]);
        } else {
          known.push(user);
        }
      }
    }
  }
  return users;
}

/** Whether a namespace names one of these, in its types, its routes or its documentation. */
function namesAny(namespace: Namespace, names: ReadonlySet<string>): boolean {
  return (
    names.size > 0 &&
    ([...namespace.aliases, ...namespace.types].some((definition) =>
      [...namesOf(definition), ...namesInDoc(definition.doc)].some((name) => names.has(name)),
    ) ||
      namespace.types.some(({ fields }) => fields.some(({ doc }) => namesInDoc(doc).some((name) => names.has(name)))) ||
      namespace.routes.some((route) => namesOfRoute(route).some((name) => names.has(name))))
  );
}

function namesOf(definition: Namespace["aliases"][number] | Struct | Union): string[] {
  if ("type" in definition) {
    return namesInType(definition.type);
  }
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags.map(({ type }) => type) ?? []) : [];
  const parents = definition.parent === undefined ? [] : [definition.parent];
  return [...[...parents, ...subtypes].map(fullName), ...definition.fields.flatMap(({ type }) => namesInType(type))];
}

function namesOfRoute({ arg, result, error, doc }: Route): string[] {
  return [...[arg, result, error].flatMap(namesInType), ...namesInDoc(doc)];
}

function namesInType(type: Type): string[] {
  return refsIn(type).map(fullName);
}

function refsIn(type: Type): Name[] {
  switch (type.kind) {
    case "ref":
      return [type];
    case "list":
    case "nullable":
      return refsIn(type.of);
    case "map":
      return refsIn(type.value);
    default:
      return [];
  }
}

function namesInDoc(doc: Doc | undefined): string[] {
  return partsOf(doc).flatMap((part) => (typeof part === "object" && part.kind === "type" ? [fullName(part)] : []));
}

function partsOf(doc: Doc | undefined): Doc["parts"] {
  return doc?.parts ?? [];
}

function fullName({ namespace, name }: Name): string {
  return `${namespace}.${name}`;
}

function isDocumentation(key: string): boolean {
  return key === "doc" || key === "examples";
}
