/** JSON to print. Integers may be bigints; undefined members are omitted. */
export type Printed =
  null | boolean | number | bigint | string | undefined | readonly Printed[] | { readonly [key: string]: Printed };

/**
 * Formats JSON with one member or item per line. Integers are printed in full. Values nested deeper than `levels` are
 * printed on the line of their parent.
 */
export function printJson(value: Printed, levels = Infinity): string {
  return print(value, levels, "");
}

function print(value: Printed, levels: number, indentation: string): string {
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  if (levels === 0) {
    try {
      return JSON.stringify(value); // several times as fast, and fails for bigints
    } catch {
      return print(value, -1, "");
    }
  }
  const [inner, between] = levels > 0 ? [`${indentation} `, " "] : ["", ""];
  const isArray = Array.isArray(value);
  const lines = isArray
    ? (value as readonly Printed[]).map((item) => print(item, levels - 1, inner))
    : Object.entries(value as { readonly [key: string]: Printed })
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${JSON.stringify(key)}:${between}${print(member, levels - 1, inner)}`);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (lines.length === 0 || levels <= 0) {
    return `${open}${lines.join(",")}${close}`;
  }
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indentation}${close}`;
}
