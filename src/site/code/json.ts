import type { Json } from "../../ir/api.js";
import { printJsonLine } from "../../ir/print-json.js";

/** The maximum length of a line that contains a short list or object. */
const width = 54;

/** Returns JSON without spaces for programs, or on one line or indented for people. Integers are printed in full. */
export function jsonText(value: Json, form: "compact" | "line" | "indented"): string {
  return form === "indented" ? indentedText(value, "", 0) : printJsonLine(value, form === "line" ? " " : "");
}

/** Returns JSON on one line if it fits into the column beside the text of a page; otherwise indented. */
export function jsonLines(value: Json): string {
  const line = jsonText(value, "line");
  return line.length <= width ? line : jsonText(value, "indented");
}

/** Returns JSON on as many lines as necessary, the first of which starts after `used` characters. */
function indentedText(value: Json, indentation: string, used: number): string {
  if (typeof value !== "object" || value === null) {
    return printJsonLine(value);
  }
  const inner = `${indentation}  `;
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  const items = isList(value)
    ? value.map((item) => indentedText(item, inner, inner.length))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return key + indentedText(member, inner, inner.length + key.length);
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
