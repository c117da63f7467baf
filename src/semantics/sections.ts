import * as say from "../diagnostics/catalogue.js";
import { withRelated, type Finding } from "../diagnostics/diagnostic.js";
import type * as ast from "../syntax/ast.js";
import type { DeclaredImport } from "./declarations.js";

/** A namespace header and what follows it in its file. */
export interface Section {
  readonly header: ast.NamespaceHeader;
  readonly items: readonly ast.Item[];
  /** What can be read of definitions with syntax errors. */
  readonly fragments: readonly ast.Item[];
  readonly brokenNames: readonly string[];
}

/** What a file declares, by namespace. */
export interface DividedFile {
  /** One, unless there are several headers, which is wrong. */
  readonly sections: readonly Section[];
  readonly imports: readonly DeclaredImport[];
  /** The names in a file of unknown namespace. */
  readonly homelessNames: readonly string[] | undefined;
  readonly findings: readonly Finding[];
}

/** Divides a file by its namespace headers. Reports NS errors. */
export function divide(file: ast.SpecFile): DividedFile {
  const { items, broken, brokenNames, fragments } = file;
  const [first] = items;
  // The header may be among what could not be read.
  const findings =
    first === undefined || first.kind === "namespace" || broken ? [] : [say.missingNamespace(first.span)]; // NS-2
  const header = items.find((item) => item.kind === "namespace");
  if (header === undefined) {
    const isHomeless = first !== undefined || broken;
    const homelessNames = isHomeless ? [...items.map(({ name }) => name.text), ...brokenNames] : undefined;
    return { sections: [], imports: [], homelessNames, findings };
  }
  const sections: Section[] = [];
  let current = header;
  let own: ast.Item[] = [];
  const add = (): void => {
    sections.push({ header: current, items: own, fragments: current === header ? fragments : [], brokenNames });
  };
  for (const item of items) {
    if (item.kind !== "namespace") {
      own.push(item);
    } else if (item !== header) {
      // What follows a second header, which is wrong, belongs to that (NS-3).
      findings.push(withRelated(say.duplicateNamespace(item.span), header.span, "first declared here"));
      add();
      current = item;
      own = [];
    }
  }
  add();
  return { sections, imports: sections.flatMap(listImports), homelessNames: undefined, findings };
}

function listImports({ header, items }: Section): DeclaredImport[] {
  return items.flatMap((node) => (node.kind === "import" ? [{ by: header.name.text, node }] : []));
}
