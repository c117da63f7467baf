import type { LineContext, LogicalLine } from "../line-context.js";
import type { DeclaredType } from "../../symbols/names.js";
import { typeNamed, type CompletionPlace } from "./place.js";

export type PlaceKind =
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
