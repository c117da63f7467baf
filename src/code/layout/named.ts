import { fits, margin, step } from "./page.js";

/** A name in the braces of an import or an export, as it stands there. */
export interface Named {
  readonly text: string;
  readonly isType: boolean;
}

/**
 * An import or export of names from a module, or an export of own ones; nothing, if there are no names. A single name is
 * never broken off.
 */
export function named(start: string, parts: readonly Named[], from: string | undefined): string {
  if (parts.length === 0) {
    return "";
  }
  const end = from === undefined ? "};" : `} from ${from};`;
  const flat = `${start}{ ${parts.map(({ text }) => text).join(", ")} ${end}`;
  if (parts.length === 1 || fits(flat, 0)) {
    return flat;
  }
  return `${start}{\n${parts.map(({ text }) => `${margin(step)}${text},\n`).join("")}${end}`;
}
