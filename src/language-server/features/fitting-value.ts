import type * as ast from "../../syntax/ast.js";
import type { Names } from "../symbols/names.js";
import {
  allFields,
  bareType,
  fieldType,
  isNullable,
  isVoidTag,
  typeArgument,
  type FieldOf,
  type TypeUse,
} from "../symbols/type-lookup.js";

/** Returns a value for a field in an example, as source text. It is valid if the limits of the type are simple. */
export function fittingValue(field: FieldOf, names: Names): string {
  const use = fieldType(field);
  return use === undefined ? "null" : valueOf(use, names, 0);
}

function valueOf(use: TypeUse, names: Names, depth: number): string {
  const bare = bareType(use, names);
  if (bare === undefined) {
    return "null";
  }
  if (bare.kind === "type") {
    const { node } = bare.type;
    const labels = node.examples.map(({ label }) => label.text);
    const tags = node.kind === "union" ? allFields(bare.type, names).filter((tag) => isVoidTag(tag, names)) : [];
    const [label] = labels.includes("default") ? ["default"] : [...labels, ...tags.map((tag) => tag.node.name.text)];
    return label ?? (isNullable(use, names) ? "null" : "default");
  }
  const { ref } = bare.use;
  switch (bare.name) {
    case "Boolean":
      return "true";
    case "Bytes":
      return '"AAEC"';
    case "String":
      return `"${textOfLength(ref)}"`;
    case "Timestamp":
      return `"${formatSample(stringArgument(ref) ?? "")}"`;
    case "List": {
      const item = typeArgument(bare.use, 0);
      const count = Number(argument(ref, "min_items") ?? 0);
      const text = item === undefined || depth > 5 ? "" : valueOf(item, names, depth + 1);
      return `[${Array.from({ length: Math.min(count, 20) }, () => text).join(", ")}]`;
    }
    case "Map":
      return "{}";
    case "Void":
      return "null";
    case "Int32":
    case "Int64":
    case "UInt32":
    case "UInt64":
    case "Float32":
    case "Float64":
      return numberWithin(ref);
  }
}

function argument({ args }: ast.TypeRef, name: string): ast.Literal["value"] | undefined {
  const value = args?.find(({ keyword }) => keyword?.text === name)?.value;
  return value?.kind === "literal" ? value.value : undefined;
}

function stringArgument({ args }: ast.TypeRef): string | undefined {
  const value = args?.[0]?.value;
  return value?.kind === "literal" && typeof value.value === "string" ? value.value : undefined;
}

/** Returns the first word of the pattern, or else `text`, padded or truncated to the length limits. */
function textOfLength(ref: ast.TypeRef): string {
  const pattern = argument(ref, "pattern");
  const word =
    typeof pattern === "string" ? /^\^?\(?\??:?([A-Za-z0-9_-]+)(?=\||\)|\$|$)/.exec(pattern)?.[1] : undefined;
  const text = word ?? "text";
  const least = Number(argument(ref, "min_length") ?? 0);
  const most = Number(argument(ref, "max_length") ?? Infinity);
  return word === undefined ? text.padEnd(least, "x").slice(0, Math.max(most, 0)) : text;
}

function numberWithin(ref: ast.TypeRef): string {
  const min = argument(ref, "min_value");
  const max = argument(ref, "max_value");
  if (min !== undefined && min !== null && Number(min) > 0) {
    return String(min);
  }
  return max !== undefined && max !== null && Number(max) < 0 ? String(max) : "0";
}

const sample: Readonly<Record<string, string>> = {
  Y: "2015",
  y: "15",
  m: "05",
  d: "12",
  H: "15",
  I: "03",
  M: "50",
  S: "38",
  p: "PM",
  f: "000000",
  j: "132",
  a: "Tue",
  A: "Tuesday",
  b: "May",
  B: "May",
  z: "+0000",
  Z: "UTC",
  "%": "%",
};

/** Returns a timestamp in a format of TYPE-9. */
function formatSample(format: string): string {
  return format.replace(/%(.)/g, (whole, directive: string) => sample[directive] ?? whole);
}
