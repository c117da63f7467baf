import type { ImportDeclarationStructure } from "ts-morph";
import { NotPrintable } from "./not-printable.js";
import { fits, margin, step } from "./page.js";

/** A name in the braces of an import or an export, as it stands there. */
export interface Named {
  readonly text: string;
  readonly isType: boolean;
}

/** A name that is imported. */
export interface NamedImport extends Named {
  /** What it is called in the module. */
  readonly local: string;
}

/** The names in the braces of an import. */
export function namedParts({ isTypeOnly = false, namedImports = [] }: ImportDeclarationStructure): NamedImport[] {
  if (!Array.isArray(namedImports)) {
    throw new NotPrintable("named imports");
  }
  return namedImports.map((named) => {
    if (typeof named !== "object") {
      throw new NotPrintable(String(named));
    }
    const { name, alias, isTypeOnly: isType = false } = named;
    const text = `${isType ? "type " : ""}${name}${alias === undefined ? "" : ` as ${alias}`}`;
    return { text, isType: isType || isTypeOnly, local: alias ?? name };
  });
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
