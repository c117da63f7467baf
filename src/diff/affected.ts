import type { Alias, Api, Struct, Union } from "../ir/api.js";
import { isEqual } from "../ir/equal.js";
import { qualified } from "../ir/names.js";
import { namesInDefinition } from "../ir/references.js";

/**
 * Returns the qualified names of the definitions that differ between two APIs, directly or in definitions that they refer
 * to. All others are equivalent on both sides. Members of the plain data for which `isIgnored` returns true are not
 * compared.
 */
export function findAffected(before: Api, after: Api, isIgnored?: (key: string) => boolean): ReadonlySet<string> {
  const old = definitionsByName(before);
  const now = definitionsByName(after);
  const differing = [
    ...[...old.keys()].filter((name) => !now.has(name)),
    ...[...now].flatMap(([name, definition]) => (isEqual(old.get(name), definition, isIgnored) ? [] : [name])),
  ];
  const affected = new Set(differing);
  if (affected.size === 0) {
    return affected;
  }
  // Equal definitions refer to the same names on both sides.
  const users = new Map<string, string[]>();
  differing.forEach((name) => addUses(users, name, old.get(name)));
  now.forEach((definition, name) => addUses(users, name, definition));
  // Iterating over a set includes the elements added during the iteration.
  for (const name of affected) {
    users.get(name)?.forEach((user) => affected.add(user));
  }
  return affected;
}

type Definition = Alias | Struct | Union;

function definitionsByName({ namespaces, stoneCfg }: Api): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const { name: namespace, aliases, types } of stoneCfg === undefined ? namespaces : [...namespaces, stoneCfg]) {
    for (const definition of [...aliases, ...types]) {
      definitions.set(qualified({ namespace, name: definition.name }), definition);
    }
  }
  return definitions;
}

function addUses(users: Map<string, string[]>, user: string, definition: Definition | undefined): void {
  for (const name of definition === undefined ? [] : namesInDefinition(definition)) {
    const knownUsers = users.get(qualified(name));
    if (knownUsers === undefined) {
      users.set(qualified(name), [user]);
    } else {
      knownUsers.push(user);
    }
  }
}
