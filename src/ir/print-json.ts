/** JSON to be printed. Integers may be bigints, and members that are undefined are left out. */
export type Printed =
  null | boolean | number | bigint | string | undefined | readonly Printed[] | { readonly [key: string]: Printed };

/** JSON as text, one member or item a line. Integers are printed in full. */
export function printJson(value: Printed, indentation = ""): string {
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const inner = `${indentation} `;
  const isArray = Array.isArray(value);
  const lines = isArray
    ? (value as readonly Printed[]).map((item) => printJson(item, inner))
    : Object.entries(value as { readonly [key: string]: Printed })
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${JSON.stringify(key)}: ${printJson(member, inner)}`);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indentation}${close}`;
}
