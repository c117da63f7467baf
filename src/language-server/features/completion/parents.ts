import { toSnakeCase } from "../../../lint/names.js";
import type { DeclaredType } from "../../symbols/names.js";
import { isType } from "../../symbols/names.js";
import type { Completion } from "./completion.js";
import { typeNamed, type CompletionPlace } from "./place.js";
import { completeTypes, anyType } from "./types.js";

/**
 * Returns the types that a type can extend: those of the same kind, except for its descendants and for listed subtypes
 * (SUB-4).
 */
export function completeParents(place: CompletionPlace, word: string, name: string): Completion[] {
  const kind = word === "struct" ? "struct" : "union";
  const own = typeNamed(place, name);
  const { names } = place;
  const excluded = new Set(own === undefined ? [] : [own, ...names.descendants(own)].map(({ node }) => node));
  const listed = new Set<unknown>();
  for (const type of names.types()) {
    const members = type.node.kind === "struct" ? (type.node.subtypes?.members ?? []) : [];
    members.forEach((member) => listed.add(names.referred(type.namespace, member.type)?.node));
  }
  const isMeant = ({ node }: DeclaredType): boolean =>
    node.kind !== "struct" ||
    node.subtypes === undefined ||
    node.subtypes.members.some((member) => member.type.name.text === name);
  return completeTypes(place, {
    ...anyType,
    allowsBuiltins: false,
    accepts: (declared) =>
      isType(declared) &&
      declared.node.kind === kind &&
      !excluded.has(declared.node) &&
      !listed.has(declared.node) &&
      isMeant(declared) &&
      !(word === "union_closed" && declared.node.kind === "union" && !declared.node.closed),
  });
}

/**
 * Returns the structs that extend a struct and are not in its list of subtypes yet. If the line is empty, the
 * completions include tags.
 */
export function completeSubtypes(place: CompletionPlace, owner: DeclaredType): Completion[] {
  const { names, line } = place;
  const members = owner.node.kind === "struct" ? (owner.node.subtypes?.members ?? []) : [];
  const listed = new Set(members.map((member) => names.referred(owner.namespace, member.type)?.node));
  const isEmpty = line.before.length === 0;
  return names
    .children(owner)
    .filter(({ node }) => !listed.has(node))
    .map(({ namespace, node }) => {
      const name = namespace === place.namespace ? node.name.text : `${namespace}.${node.name.text}`;
      return {
        label: name,
        kind: "struct",
        detail: `extends ${owner.node.name.text}`,
        ...(isEmpty ? { text: `${toSnakeCase(node.name.text)} ${name}` } : {}),
        order: 10,
        target: { kind: "definition", namespace, node },
      };
    });
}
