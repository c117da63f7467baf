import type { Json } from "../../ir/api.js";

/** The maximum length of a line with a short list or object. */
const width = 56;

/** JSON text: on one line, or indented. Integers have all their digits. */
export function jsonText(value: Json, form: "line" | "indented"): string {
  return form === "line" ? oneLine(value) : indented(value, "", 0);
}

function oneLine(value: Json): string {
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  if (isList(value)) {
    return `[${value.map(oneLine).join(",")}]`;
  }
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${oneLine(member)}`);
  return `{${members.join(",")}}`;
}

/** JSON on several lines, the first of which starts after `used` characters. */
function indented(value: Json, indentation: string, used: number): string {
  if (typeof value !== "object" || value === null) {
    return oneLine(value);
  }
  const inner = `${indentation}  `;
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  const items = isList(value)
    ? value.map((item) => indented(item, inner, inner.length))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return key + indented(member, inner, inner.length + key.length);
      });
  if (items.length === 0) {
    return `${open}${close}`;
  }
  const line = isList(value) ? `[${items.join(", ")}]` : `{ ${items.join(", ")} }`;
  const isShort = line.length + used <= width && !line.includes("\n") && items.length <= 3;
  return isShort && indentation !== "" ? line : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indentation}${close}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
