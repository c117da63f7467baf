import type { Json } from "../../ir/api.js";

/** As many characters as a short list or object may have to stay on one line. */
const width = 52;

/** JSON text: on one line, or indented. Integers have all their digits. */
export function jsonText(value: Json, form: "line" | "indented"): string {
  return form === "line" ? oneLine(value) : indented(value, "");
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

function indented(value: Json, indentation: string): string {
  if (typeof value !== "object" || value === null) {
    return oneLine(value);
  }
  const inner = `${indentation}  `;
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  const items = isList(value)
    ? value.map((item) => indented(item, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${indented(member, inner)}`);
  if (items.length === 0) {
    return `${open}${close}`;
  }
  const line = isList(value) ? `[${items.join(", ")}]` : `{ ${items.join(", ")} }`;
  const isShort = line.length + indentation.length <= width && !line.includes("\n") && items.length <= 3;
  return isShort && indentation !== "" ? line : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indentation}${close}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
