import type { Api, Name, Namespace } from "../ir/api.js";
import { qualified, routeName } from "../ir/names.js";
import type { Use } from "./use.js";
import type { Pairing } from "./pairing.js";
import type { Renamings } from "./renamings.js";
import type { Affected } from "./report.js";
import { routeVerdicts } from "./route-verdicts.js";

/** Returns the namespaces, types and aliases that were added, removed or renamed. */
export function compareNames(before: Api, after: Api, { renamings }: Pairing): readonly Use[] {
  return [
    ...compareNamespaces(before, after, renamings),
    ...compareTypes(before, after, renamings),
    ...compareAliases(before, after, renamings),
  ];
}

function compareNamespaces(before: Api, after: Api, renamings: Renamings): readonly Use[] {
  const oldNames = new Set(before.namespaces.map(({ name }) => name));
  const newNames = new Set(after.namespaces.map(({ name }) => name));
  const targets = new Set(renamings.namespaces.values());
  const gone = before.namespaces
    .filter(({ name }) => !newNames.has(name))
    .flatMap((namespace) => {
      const { name, types, aliases, routes } = namespace;
      const to = renamings.namespaces.get(name);
      if (to !== undefined) {
        return usesOfRenamed(namespace, to, renamings);
      }
      const wasEmpty = types.length + aliases.length + routes.length === 0;
      const verdict = routeVerdicts["namespace-removed"](wasEmpty);
      return [{ rule: "namespace-removed", subject: name, verdict, details: {} } as const];
    });
  const added = [...newNames].filter((name) => !oldNames.has(name) && !targets.has(name));
  return [...gone, ...added.map((name) => toUse("namespace-added", name))];
}

/** Returns the uses of a renamed namespace. It affects the callers of each of its routes; without routes, the importers of its types. */
function usesOfRenamed({ name, routes }: Namespace, to: string, renamings: Renamings): readonly Use[] {
  const use = { rule: "namespace-renamed", subject: name, mirror: to, details: { from: name, to } } as const;
  const affected = routes
    .map((route) => routeName(name, route))
    .filter((route) => renamings.routes.has(route))
    .map((route): Affected => ({ route, part: "route", path: "route" }));
  const verdict = routeVerdicts["namespace-renamed"](affected.length > 0);
  return affected.length === 0 ? [{ ...use, verdict }] : affected.map((one) => ({ ...use, verdict, affected: one }));
}

function compareTypes(before: Api, after: Api, { types, namespaces }: Renamings): readonly Use[] {
  const oldNames = namesOf(before, "types");
  const newNames = namesOf(after, "types");
  const renamed = [...types].flatMap(([from, to]): readonly Use[] => {
    const old = oldNames.get(from);
    if (old?.name === to.name && namespaces.get(old.namespace) === to.namespace) {
      return []; // reported with the namespace
    }
    const rule = old?.namespace === to.namespace ? "type-renamed" : "type-moved";
    return [{ ...toUse(rule, from), mirror: qualified(to), details: { from, to: qualified(to) } }];
  });
  const targets = new Set([...types.values()].map(qualified));
  const removed = [...oldNames.keys()].filter((name) => !newNames.has(name) && !types.has(name));
  const added = [...newNames.keys()].filter((name) => !oldNames.has(name) && !targets.has(name));
  return [
    ...renamed,
    ...removed.map((name) => toUse("type-removed", name)),
    ...added.map((name) => toUse("type-added", name)),
  ];
}

function compareAliases(before: Api, after: Api, { namespaces }: Renamings): readonly Use[] {
  const newNames = namesOf(after, "aliases");
  const oldNames = new Map(
    [...namesOf(before, "aliases").values()].map((name) => {
      const moved = { ...name, namespace: namespaces.get(name.namespace) ?? name.namespace };
      return [newNames.has(qualified(moved)) ? qualified(moved) : qualified(name), name];
    }),
  );
  const removed = [...oldNames.keys()].filter((name) => !newNames.has(name));
  const added = [...newNames.keys()].filter((name) => !oldNames.has(name));
  return [...removed.map((name) => toUse("alias-removed", name)), ...added.map((name) => toUse("alias-added", name))];
}

/** Returns qualified name to the name as an object. */
function namesOf({ namespaces }: Api, kind: "types" | "aliases"): ReadonlyMap<string, Name> {
  const names = namespaces.flatMap((namespace) =>
    namespace[kind].map(({ name }): Name => ({ namespace: namespace.name, name })),
  );
  return new Map(names.map((name) => [qualified(name), name]));
}

type FixedRule =
  "namespace-added" | "type-added" | "type-removed" | "type-renamed" | "type-moved" | "alias-added" | "alias-removed";

function toUse(rule: FixedRule, subject: string): Use {
  return { rule, subject, verdict: routeVerdicts[rule], details: {} };
}
