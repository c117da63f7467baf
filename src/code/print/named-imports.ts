import type { ImportDeclarationStructure } from "ts-morph";
import type { Named } from "../layout/named.js";
import { NotPrintable } from "../layout/not-printable.js";

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
