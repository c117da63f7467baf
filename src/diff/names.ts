import type { Api, Name } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Use } from "./use.js";
import type { Pairing } from "./pairing.js";
import { routeVerdicts } from "./route-verdicts.js";

/** The namespaces, types and aliases that came, went, or were renamed. */
export function compareNames(before: Api, after: Api, pairing: Pairing): readonly Use[] {
  return [
    ...compareNamespaces(before, after),
    ...compareTypes(before, after, pairing),
    ...compareAliases(before, after),
  ];
}

function compareNamespaces(before: Api, after: Api): readonly Use[] {
  const oldNames = new Set(before.namespaces.map(({ name }) => name));
  const newNames = new Set(after.namespaces.map(({ name }) => name));
  const removed = before.namespaces
    .filter(({ name }) => !newNames.has(name))
    .map(({ name, types, aliases, routes }): Use => {
      const wasEmpty = types.length + aliases.length + routes.length === 0;
      const verdict = routeVerdicts["namespace-removed"](wasEmpty);
      return { rule: "namespace-removed", subject: name, verdict, details: {} };
    });
  const added = [...newNames].filter((name) => !oldNames.has(name));
  return [...removed, ...added.map((name) => toUse("namespace-added", name))];
}

function compareTypes(before: Api, after: Api, { renamings }: Pairing): readonly Use[] {
  const oldNames = namesOf(before, "types");
  const newNames = namesOf(after, "types");
  const renamed = [...renamings].map(([from, to]): Use => {
    const rule = oldNames.get(from)?.namespace === to.namespace ? "type-renamed" : "type-moved";
    return { ...toUse(rule, from), mirror: qualified(to), details: { from, to: qualified(to) } };
  });
  const targets = new Set([...renamings.values()].map(qualified));
  const removed = [...oldNames.keys()].filter((name) => !newNames.has(name) && !renamings.has(name));
  const added = [...newNames.keys()].filter((name) => !oldNames.has(name) && !targets.has(name));
  return [
    ...renamed,
    ...removed.map((name) => toUse("type-removed", name)),
    ...added.map((name) => toUse("type-added", name)),
  ];
}

function compareAliases(before: Api, after: Api): readonly Use[] {
  const oldNames = namesOf(before, "aliases");
  const newNames = namesOf(after, "aliases");
  const removed = [...oldNames.keys()].filter((name) => !newNames.has(name));
  const added = [...newNames.keys()].filter((name) => !oldNames.has(name));
  return [...removed.map((name) => toUse("alias-removed", name)), ...added.map((name) => toUse("alias-added", name))];
}

/** Qualified name to the name. */
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
