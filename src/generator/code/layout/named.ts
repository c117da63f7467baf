import type { ListedName } from "../tree/declaration.js";
import { fits, margin, step } from "./page.js";

/**
 * Prints an import or export of names from a module, or an export of the module's own names; empty if there are no names. A
 * single name always stays on one line.
 */
export function named(start: string, names: readonly ListedName[], from: string | undefined): string {
  const parts = names.map(({ name, alias, isType = false }) => {
    return `${isType ? "type " : ""}${name}${alias === undefined ? "" : ` as ${alias}`}`;
  });
  if (parts.length === 0) {
    return "";
  }
  const end = from === undefined ? "};" : `} from "${from}";`;
  const flat = `${start}{ ${parts.join(", ")} ${end}`;
  if (parts.length === 1 || fits(flat, 0)) {
    return flat;
  }
  return `${start}{\n${parts.map((part) => `${margin(step)}${part},\n`).join("")}${end}`;
}
