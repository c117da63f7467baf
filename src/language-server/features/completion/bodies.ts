import type { DeclaredType } from "../../symbols/names.js";
import type { LineContext, LogicalLine } from "../line-context.js";
import { completeArguments, findCall } from "./arguments.js";
import { keywordItem, typeNamed, type Completion, type CompletionPlace } from "./completion.js";
import { completeSubtypes, anyType, completeTypes } from "./types.js";
import { completeDefault } from "./values.js";

/**
 * Returns the completions on a line in the body of a type, a patch, an annotation type or a route, or below a field.
 */
export function completeInBody(place: CompletionPlace, owner: DeclaredType | undefined): Completion[] {
  const { line } = place;
  const kind = placeKind(line);
  const call = findCall(line);
  if (call !== undefined) {
    return completeArguments(place, call);
  }
  switch (kind) {
    case "route":
      return line.before.length === 0 ? completeRouteBody(place) : [];
    case "below":
      return line.before.length === 0 ? completeBelowField(place) : [];
    case "subtypes":
      return owner !== undefined && line.before.length <= 1 ? completeSubtypes(place, owner) : [];
    default:
      return completeMember(place, kind, owner);
  }
}

function completeRouteBody({ line }: CompletionPlace): Completion[] {
  const hasAttributes = line.siblings.some(({ pieces }) => pieces[0]?.text === "attrs");
  return hasAttributes ? [] : [keywordItem("attrs", 10, "attrs\n    $1")];
}

/** Returns the keywords of inline definitions, which are valid below a field whose type is not declared elsewhere. */
function completeBelowField({ line, names, namespace }: CompletionPlace): Completion[] {
  const field = line.heads.at(-1)?.pieces ?? [];
  const type = field[1]?.text;
  const isUndeclared = line.heads.length > 1 && type !== undefined && names.definition(namespace, type) === undefined;
  return isUndeclared ? ["struct", "union", "union_closed"].map((word) => keywordItem(word, 10)) : [];
}

function completeMember(place: CompletionPlace, kind: string, owner: DeclaredType | undefined): Completion[] {
  const { line, names, namespace } = place;
  const [first, second] = line.before.map(({ text }) => text);
  const count = line.before.length;
  if (first === undefined) {
    return completeMemberStart(place, kind, owner);
  }
  if (first === "example") {
    return count === 1 ? completeNewLabel(place, owner) : [];
  }
  const isType = count === 1 || (count === 3 && line.before.at(-1)?.text === ".");
  if (isType && !first.startsWith('"')) {
    return kind === "parameters"
      ? completeTypes(place, { ...anyType, accepts: () => false }).filter(
          ({ label }) => !["List", "Map"].includes(label),
        )
      : completeTypes(place, { ...anyType, fieldName: first });
  }
  const isDefault = line.before.at(-1)?.text === "=";
  const isStruct = owner?.node.kind !== "union";
  if (isDefault && isStruct && second !== undefined) {
    const use = readTypeUse(place, first);
    return use === undefined ? [] : completeDefault({ namespace, ref: use }, names);
  }
  return [];
}

/** Returns the type on the line of a field. If the field cannot be parsed, the type is derived from the tokens. */
function readTypeUse({ line, item }: CompletionPlace, field: string) {
  const fields =
    item !== undefined && "fields" in item ? item.fields : item?.kind === "annotation_type" ? item.params : [];
  const declaredType = fields.find(({ name }) => name.text === field)?.type;
  if (declaredType !== undefined) {
    return declaredType;
  }
  const [, first, dot, second] = line.before;
  const source = item?.extent.source;
  if (first === undefined || source === undefined) {
    return undefined;
  }
  const toName = ({ text, start, end }: typeof first) => ({ text, span: { source, start, end } });
  const isQualified = dot?.text === "." && second !== undefined;
  const name = toName(isQualified ? second : first);
  const qualifier = isQualified ? toName(first) : undefined;
  return {
    kind: "type",
    span: name.span,
    extent: name.span,
    qualifier,
    name,
    args: undefined,
    nullable: false,
  } as const;
}

/** Returns the keywords that may start a member (GRAM-4). Names of fields cannot be completed. */
function completeMemberStart({ line }: CompletionPlace, kind: string, owner: DeclaredType | undefined): Completion[] {
  if (kind !== "body" && kind !== "patch") {
    return [];
  }
  const example = keywordItem("example", 20, "example ${1:default}\n    $2");
  const isFirst = line.siblings.every(({ pieces }) => pieces[0]?.kind === "string");
  const isStruct = owner?.node.kind === "struct" && owner.node.parent === undefined;
  return kind === "body" && isStruct && isFirst
    ? [example, keywordItem("union", 30, "union\n    $1"), keywordItem("union_closed", 40, "union_closed\n    $1")]
    : [example];
}

/**
 * Returns up to 30 labels for a new example: `default`, then those of other examples in the namespace, the most frequent first.
 * Labels that the type already has are left out.
 */
function completeNewLabel({ names, namespace }: CompletionPlace, owner: DeclaredType | undefined): Completion[] {
  const counts = new Map<string, number>([["default", Infinity]]);
  for (const node of [...(names.namespaces.get(namespace)?.definitions.values() ?? [])].flat()) {
    for (const { label } of node.kind === "struct" || node.kind === "union" ? node.examples : []) {
      counts.set(label.text, (counts.get(label.text) ?? 0) + 1);
    }
  }
  const labels = new Set(owner?.node.examples.map(({ label }) => label.text));
  return [...counts]
    .filter(([label]) => !labels.has(label))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 30)
    .map(([label], order) => ({ label, kind: "label", detail: "label", order }));
}

type PlaceKind =
  "margin" | "body" | "patch" | "parameters" | "subtypes" | "below" | "example" | "route" | "attributes" | "nothing";

const typeWords = new Set(["struct", "union", "union_closed"]);

function textsOf({ pieces }: LogicalLine): string[] {
  return pieces.map(({ text }) => text);
}

/** Returns the kind of construct that contains a line, derived from the lines above. */
export function placeKind({ heads, indentation }: LineContext): PlaceKind {
  const [outer, ...inner] = heads;
  if (outer === undefined) {
    return indentation === 0 ? "margin" : "nothing";
  }
  const [word = "", ...rest] = textsOf(outer);
  let kind: PlaceKind;
  switch (word) {
    case "struct":
    case "union":
    case "union_closed":
      kind = rest.length > 0 ? "body" : "nothing";
      break;
    case "patch":
      kind = "patch";
      break;
    case "annotation_type":
      kind = "parameters";
      break;
    case "route":
      kind = "route";
      break;
    case "alias":
      kind = "below";
      break;
    default:
      kind = "nothing";
  }
  for (const line of inner) {
    kind = kindBelow(kind, textsOf(line));
  }
  return kind;
}

function kindBelow(kind: PlaceKind, [first = "", ...rest]: readonly string[]): PlaceKind {
  switch (kind) {
    case "body":
    case "patch":
      if (first === "example") {
        return "example";
      }
      if (typeWords.has(first)) {
        return "subtypes";
      }
      return first.startsWith('"') ? "nothing" : "below";
    case "below":
      return typeWords.has(first) ? "body" : "nothing";
    case "route":
      return first === "attrs" && rest.length === 0 ? "attributes" : "nothing";
    case "example":
      return "example";
    default:
      return "nothing";
  }
}

/**
 * Returns the struct or union whose body contains a line. The name of an inline type is in the field above the type.
 */
export function enclosingType(place: CompletionPlace): DeclaredType | undefined {
  const { heads } = place.line;
  for (const [index, line] of [...heads.entries()].toReversed()) {
    const [word = "", second = "", third] = textsOf(line);
    if (index === 0) {
      const name = word === "patch" ? third : second;
      return name !== undefined && (word === "patch" || typeWords.has(word))
        ? typeOrPatched(place, word, name)
        : undefined;
    }
    const field = heads[index - 1];
    if (typeWords.has(word) && index > 1 && field !== undefined) {
      const [, type = "", dot, qualified = ""] = textsOf(field);
      return typeNamed(place, dot === "." ? qualified : type);
    }
  }
  return undefined;
}

function typeOrPatched(place: CompletionPlace, word: string, name: string): DeclaredType | undefined {
  if (word === "patch" && place.item?.kind === "patch") {
    return place.names.patched(place.namespace, place.item);
  }
  return typeNamed(place, name);
}
