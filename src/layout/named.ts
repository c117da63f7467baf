import { fits, margin, step } from "./page.js";

/** A name in the braces of an import or an export, as it stands there. */
export interface Named {
  readonly text: string;
  readonly isType: boolean;
}

/** An import or export of names from a module; nothing, if there are no names. A single name is never broken off. */
export function named(start: string, parts: readonly Named[], from: string): string {
  if (parts.length === 0) {
    return "";
  }
  const flat = `${start}{ ${parts.map(({ text }) => text).join(", ")} } from ${from};`;
  if (parts.length === 1 || fits(flat, 0)) {
    return flat;
  }
  return `${start}{\n${parts.map(({ text }) => `${margin(step)}${text},\n`).join("")}} from ${from};`;
}
