import { compactModule, type CompactModule } from "../generator/code/print/compact.js";
import { emitChecks } from "../generator/emit/checks/checks.js";
import { runtimeBinding, emitRoutes } from "../generator/emit/routes.js";
import { emitNamespaceServer, routesFunction } from "../generator/emit/server.js";
import { routeKey } from "../generator/emit/twin/route-key.js";
import { twinData } from "../generator/emit/twin/twin-data.js";
import { callableNamespaces, callableRoutes, type Context } from "../generator/facts/context.js";
import type { Json, Namespace, Field, Name, Route, Type } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import { chosenValue } from "../values/chosen-value.js";
import { sampleValue, shortValue } from "../values/sample.js";
import { strictExamples } from "../values/strict-examples.js";
import { variant } from "../values/variant.js";
import { explorerPath } from "./addresses.js";
import { jsonText } from "./code/json.js";
import type { Site } from "./site.js";

/**
 * Returns the scripts of the explorer (SITE-30), one for each namespace that has routes or whose types they use. A script
 * contains the generated modules and the Twin's data about the routes. A page loads it when the explorer is first used.
 */
export function explorerScripts(site: Site): { path: string; text: string }[] {
  if (site.explorer === "off") {
    return [];
  }
  // Only code for the visible part of the API is included, so that hidden fields are not published.
  const { api, naming } = site.context;
  const owners = new Map(api.namespaces.map((namespace) => [naming.folder(namespace.name), namespace]));
  const scripts = new Map<string, { path: string; text: string }>();
  const queue = callableNamespaces(site.context);
  for (const namespace of queue) {
    const { name } = namespace;
    if (!scripts.has(name)) {
      const modules = modulesOf(namespace, site.context);
      const folders = new Set(modules.flatMap(({ uses }) => uses.map((id) => id.slice(0, id.lastIndexOf("/")))));
      const needed = [...folders].flatMap((folder) => owners.get(folder) ?? []).filter((other) => other !== namespace);
      scripts.set(name, { path: explorerPath(name), text: script(namespace, needed, modules, site) });
      queue.push(...needed);
    }
  }
  return [...scripts.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the modules of the package that encode and decode messages, and the list of routes. */
function modulesOf(namespace: Namespace, context: Context): CompactModule[] {
  return [
    emitChecks(namespace, context),
    ...(callableRoutes(namespace, context).length === 0
      ? []
      : [emitRoutes(namespace, context), emitNamespaceServer(namespace, context)]),
  ].map(compactModule);
}

function script(
  namespace: Namespace,
  needed: readonly Namespace[],
  modules: readonly CompactModule[],
  site: Site,
): string {
  const definitions = modules.map(({ id, code }) => `${JSON.stringify(id)}(use,exports){\n${code}\n}`);
  const head = { path: explorerPath(namespace.name), needs: needed.map(({ name }) => explorerPath(name)) };
  // A string, because engines parse JSON faster than code, and because keys such as `__proto__` have no special meaning in it.
  const data = JSON.stringify(jsonText(namespaceData(namespace, site) as unknown as Json, "compact"));
  return `ashlarExplorer(${JSON.stringify(head)},{\n${definitions.join(",\n")}\n},${data});\n`;
}

/** Returns the data of a script. */
function namespaceData(namespace: Namespace, site: Site): object {
  const { context } = site;
  const routes = callableRoutes(namespace, context);
  if (routes.length === 0) {
    return {};
  }
  const { binding } = context;
  return {
    routes: [`${context.naming.folder(namespace.name)}/server`, routesFunction(namespace, context)],
    binding: runtimeBinding(binding),
    ...(site.explorer === "live" && { oauth: binding.oauth }),
    twin: twinData(namespace, context),
    arguments: Object.fromEntries(
      routes.flatMap((route) => {
        const data = argumentData(route, site);
        return data === undefined ? [] : [[routeKey(namespace, route), data]];
      }),
    ),
  };
}

/** A place in an argument whose type is a union or a struct with subtypes, and a value for each variant. */
interface Choice {
  /** The names of the members on the path to the place; empty for the argument itself. */
  readonly at: readonly string[];
  readonly variants: readonly (readonly [tag: string, value: Json])[];
}

/** The explorer's data for the argument of a route. */
interface ArgumentData {
  /** The initial value (GUIDE-1). */
  readonly value: Json;
  /** Other examples by label. */
  readonly examples?: readonly (readonly [label: string, value: Json])[];
  /** The defaults of the argument's fields. */
  readonly defaults?: Readonly<Record<string, Json>>;
  readonly choices?: readonly Choice[];
}

/** The maximum number of structs on the path to a choice. */
const maxDepth = 2;

/** Returns the explorer's data for the argument of a route (SITE-26); undefined if there is no argument, or no value for it. */
function argumentData({ arg }: Route, { lookup }: Site): ArgumentData | undefined {
  const value = lookup.withoutAliases(arg).kind === "void" ? undefined : sampleValue(arg, lookup);
  if (value === undefined) {
    return undefined;
  }
  const struct = lookup.plainStruct(lookup.withoutNull(arg));
  const defaults = struct === undefined ? {} : defaultsOf(struct.name, lookup);
  const choices = choicesIn(arg, [], lookup);
  const examples = strictExamples(arg, lookup).map(
    ({ label, value }) => [label, shortValue(value, arg, lookup)] as const,
  );
  return {
    value,
    ...(examples.length > 1 && { examples }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(choices.length > 0 && { choices }),
  };
}

function defaultsOf(name: Name, lookup: Lookup): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    lookup.allFields(name).flatMap(({ field }): [string, Json][] => {
      const { default: value } = field;
      if (value === undefined || value === null) {
        return [];
      }
      return [[field.name, typeof value === "object" ? value.tag : value]];
    }),
  );
}

function choicesIn(type: Type, at: readonly string[], lookup: Lookup): readonly Choice[] {
  const bare = lookup.withoutAliases(lookup.withoutNull(type));
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
    return [];
  }
  if (definition.kind === "union") {
    return choice(at, unionVariants(bare, lookup));
  }
  if (definition.subtypes !== undefined) {
    return choice(
      at,
      definition.subtypes.tags.flatMap(({ name, type: subtype }) => {
        const value = chosenValue({ kind: "ref", ...subtype }, lookup);
        return value === undefined
          ? []
          : [[name, { ".tag": name, ...(shortValue(value, { kind: "ref", ...subtype }, lookup) as object) }] as const];
      }),
    );
  }
  return at.length >= maxDepth
    ? []
    : lookup
        .allFields(bare)
        .filter(({ field }) => !field.deprecated)
        .flatMap(({ field }) => choicesIn(field.type, [...at, field.name], lookup));
}

function choice(at: readonly string[], variants: Choice["variants"]): readonly Choice[] {
  return variants.length < 2 ? [] : [{ at, variants }];
}

/** Returns a value for each tag that writers may use, except deprecated tags. */
function unionVariants(union: Name, lookup: Lookup): Choice["variants"] {
  return lookup
    .allFields(union)
    .filter(({ field }) => !field.catchAll && !field.deprecated)
    .flatMap(({ field }) => {
      const value = tagValue(field, lookup);
      return value === undefined ? [] : [[field.name, value] as const];
    });
}

function tagValue(tag: Field, lookup: Lookup): Json | undefined {
  if (lookup.withoutAliases(tag.type).kind === "void") {
    return tag.name;
  }
  const value = chosenValue(tag.type, lookup);
  return value === undefined ? undefined : (variant(tag, shortValue(value, tag.type, lookup), lookup) as Json);
}
