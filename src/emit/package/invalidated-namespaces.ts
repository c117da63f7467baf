import type { Api, Doc, Name, Namespace, Route } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import { isEqual } from "../../ir/equal.js";
import { namesInDefinition, namesInType } from "../../ir/references.js";
import type { Context } from "../../facts/context.js";
import { pollRoutes } from "../../facts/jobs.js";

/**
 * The namespaces whose modules may change after a change of the API: the changed ones, and those that depend on changed
 * types of others. Documentation affects only its own namespace.
 */
export function invalidatedNamespaces(before: Context, after: Context): ReadonlySet<string> {
  const { namespaces } = after.api;
  if (isSeenByAll(before, after)) {
    return new Set(namespaces.map(({ name }) => name));
  }
  const changes = namespaces.map((namespace) => findChange(namespace, before, after));
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

/** Whether something has changed that any namespace may depend on: the list of namespaces, attributes, or jobs. */
function isSeenByAll(before: Context, after: Context): boolean {
  const common = (context: Context): unknown => [
    context.api.namespaces.map(({ name }) => [name, context.naming.folder(name), context.naming.namespace(name)]),
    context.api.stoneCfg,
    polls(context),
  ];
  return !isEqual(common(before), common(after));
}

/**
 * The routes that return the status of jobs, with the references in their documentation, by which launches find the
 * route to poll, and with the generated names that launches then use without referring to the types.
 */
function polls(context: Context): unknown[] {
  return pollRoutes(context).map(({ namespace, route }) => {
    const mentioned = docParts(route.doc).filter((part) => typeof part === "object" && part.kind === "route");
    const named = [route.result, route.error].flatMap(namesInType).map((ref) => ref.namespace);
    const names = [...new Set([namespace.name, ...named])].map((name) => context.naming.allNames(name));
    return [namespace.name, { ...route, doc: mentioned }, names];
  });
}

interface Change {
  readonly namespace: Namespace;
  readonly isNone: boolean;
  /** The types and aliases whose change affects other namespaces. */
  readonly seen: readonly Name[];
}

function findChange(namespace: Namespace, before: Context, after: Context): Change {
  const { name, aliases, types } = namespace;
  const old = before.api.namespaces.find((other) => other.name === name);
  if (isEqual(old, namespace)) {
    return { namespace, isNone: true, seen: [] };
  }
  const definitions = [...aliases, ...types];
  const known = new Map(
    [...(old?.aliases ?? []), ...(old?.types ?? [])].map((definition) => [definition.name, definition]),
  );
  // A generated name may change because of another one in its namespace.
  const seen = isEqual(before.naming.allNames(name), after.naming.allNames(name))
    ? definitions.filter((definition) => !isEqual(known.get(definition.name), definition, isDocumentation))
    : definitions;
  return { namespace, isNone: false, seen: seen.map((definition) => ({ namespace: name, name: definition.name })) };
}

/** The full names of the definitions and of all definitions that depend on them, directly or indirectly. */
function spread(api: Api, definitions: readonly Name[]): ReadonlySet<string> {
  const found = new Set(definitions.map(qualified));
  if (found.size === 0) {
    return found;
  }
  const users = findUsers(api);
  // Iterating over a set includes the elements added during the iteration.
  for (const name of found) {
    users.get(name)?.forEach((user) => found.add(user));
  }
  return found;
}

/** The full names of the definitions that refer to a definition, by its full name. */
function findUsers(api: Api): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const namespace of api.namespaces) {
    for (const definition of [...namespace.aliases, ...namespace.types]) {
      const user = qualified({ namespace: namespace.name, name: definition.name });
      for (const name of namesInDefinition(definition).map(qualified)) {
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

/** Whether a namespace refers to one of these names in its types, routes or documentation. */
function namesAny(namespace: Namespace, names: ReadonlySet<string>): boolean {
  return (
    names.size > 0 &&
    ([...namespace.aliases, ...namespace.types].some((definition) =>
      [...namesInDefinition(definition).map(qualified), ...namesInDoc(definition.doc)].some((name) => names.has(name)),
    ) ||
      namespace.types.some(({ fields }) => fields.some(({ doc }) => namesInDoc(doc).some((name) => names.has(name)))) ||
      namespace.routes.some((route) => namesInRoute(route).some((name) => names.has(name))))
  );
}

function namesInRoute({ arg, result, error, doc }: Route): string[] {
  return [...[arg, result, error].flatMap(namesInType).map(qualified), ...namesInDoc(doc)];
}

function namesInDoc(doc: Doc | undefined): string[] {
  return docParts(doc).flatMap((part) => (typeof part === "object" && part.kind === "type" ? [qualified(part)] : []));
}

function docParts(doc: Doc | undefined): Doc["parts"] {
  return doc?.parts ?? [];
}

function isDocumentation(key: string): boolean {
  return key === "doc" || key === "examples";
}
