/** JSON to print. Integers may be bigints; undefined members are omitted. */
export type Printed =
  null | boolean | number | bigint | string | undefined | readonly Printed[] | { readonly [key: string]: Printed };

/**
 * Formats JSON with one member or item per line, indented by `indent`. Integers are printed in full. Values nested deeper
 * than `levels` are printed on the line of their parent.
 */
export function printJson(value: Printed, { indent = " ", levels = Infinity } = {}): string {
  return print(value, indent, levels, "");
}

/** Formats JSON on one line, with `space` after colons and commas. Integers are printed in full. */
export function printJsonLine(value: Printed, space: "" | " " = ""): string {
  const parts = printParts(value, space, (part) => printJsonLine(part, space));
  return typeof parts === "string" ? parts : `${parts.open}${parts.texts.join(`,${space}`)}${parts.close}`;
}

function print(value: Printed, indent: string, levels: number, indentation: string): string {
  if (levels === 0) {
    try {
      return JSON.stringify(value); // several times as fast, and fails for bigints
    } catch {
      return printJsonLine(value);
    }
  }
  const inner = indentation + indent;
  const parts = printParts(value, " ", (part) => print(part, indent, levels - 1, inner));
  if (typeof parts === "string") {
    return parts;
  }
  const { open, close, texts } = parts;
  return texts.length === 0
    ? `${open}${close}`
    : `${open}\n${inner}${texts.join(`,\n${inner}`)}\n${indentation}${close}`;
}

/** Returns the text of a scalar, or the texts of the members or items of an object or a list, and its brackets. */
function printParts(
  value: Printed,
  space: "" | " ",
  printPart: (part: Printed) => string,
): string | { readonly open: string; readonly close: string; readonly texts: readonly string[] } {
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  if (isList(value)) {
    return { open: "[", close: "]", texts: value.map(printPart) };
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(([key, member]) => `${JSON.stringify(key)}:${space}${printPart(member)}`);
  return { open: "{", close: "}", texts };
}

function isList(value: object): value is readonly Printed[] {
  return Array.isArray(value);
}
