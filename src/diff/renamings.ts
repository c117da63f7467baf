import type { Api, Name, Struct, Union } from "../ir/api.js";
import { qualified } from "../ir/names.js";

/**
 * The structs and unions that have only got another name or namespace (CMP-14): qualified old name to new name. They are
 * gone, their only equal is new, and no third definition is equal to them.
 */
export function findRenamings(before: Api, after: Api): ReadonlyMap<string, Name> {
  const oldNames = definitionsByName(before);
  const newNames = definitionsByName(after);
  const gone = [...oldNames.values()].filter(({ name }) => !newNames.has(qualified(name)));
  const added = [...newNames.values()].filter(({ name }) => !oldNames.has(qualified(name)));
  // Equal definitions have the same members: of all others, the whole content need not be compared.
  const ofGone = new Set(gone.map(({ type }) => membersOf(type)));
  const ofAdded = new Set(added.map(({ type }) => membersOf(type)));
  const isCandidate = ({ type }: Definition): boolean => ofGone.has(membersOf(type)) && ofAdded.has(membersOf(type));
  const oldByContent = groupByContent([...oldNames.values()].filter(isCandidate));
  const newByContent = groupByContent([...newNames.values()].filter(isCandidate));
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

function groupByContent(definitions: readonly Definition[]): Map<string, Name[]> {
  const groups = new Map<string, Name[]>();
  for (const { name, type } of definitions) {
    const content = contentOf(name, type);
    const group = groups.get(content);
    if (group === undefined) {
      groups.set(content, [name]);
    } else {
      group.push(name);
    }
  }
  return groups;
}

/** Equal texts for definitions that are equal but for their names, documentation and examples. */
function contentOf(self: Name, type: Struct | Union): string {
  const withoutWords = { ...type, name: undefined, doc: undefined, examples: undefined };
  return JSON.stringify(withoutWords, (key, value: unknown) => {
    if (key === "doc") {
      return undefined;
    }
    if (typeof value === "bigint") {
      return value.toString();
    }
    return isName(value) && value.namespace === self.namespace && value.name === self.name
      ? { ...value, namespace: "", name: "" }
      : value;
  });
}

function isName(value: unknown): value is Name {
  return typeof value === "object" && value !== null && "namespace" in value && "name" in value;
}
