import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated, type Finding } from "../../text/diagnostics/diagnostic.js";
import type * as ast from "../../syntax/ast.js";
import type { DeclaredImport } from "./declarations.js";

/** A namespace header, and the items of the file that belong to it. */
export interface Section {
  readonly header: ast.NamespaceHeader;
  readonly items: readonly ast.Item[];
  /** The readable parts of definitions with syntax errors. */
  readonly fragments: readonly ast.Item[];
  readonly brokenNames: readonly string[];
}

/** The declarations of a file, by namespace. */
export interface DividedFile {
  /** One section; more if the file has several headers, which is an error. */
  readonly sections: readonly Section[];
  readonly imports: readonly DeclaredImport[];
  /** The names in a file without a valid namespace. */
  readonly namesWithoutNamespace: readonly string[] | undefined;
  readonly findings: readonly Finding[];
}

/** Divides a file by its namespace headers. Reports NS errors. */
export function divide(file: ast.SpecFile): DividedFile {
  const { items, broken, brokenNames, fragments } = file;
  const [first] = items;
  // The header may be among the lines that could not be read.
  const findings =
    first === undefined || first.kind === "namespace" || broken ? [] : [diagnostics.missingNamespace(first.span)]; // NS-2
  const header = items.find((item) => item.kind === "namespace");
  if (header === undefined) {
    const lacksNamespace = first !== undefined || broken;
    const namesWithoutNamespace = lacksNamespace ? [...items.map(({ name }) => name.text), ...brokenNames] : undefined;
    return { sections: [], imports: [], namesWithoutNamespace, findings };
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
      // Items after a second header, which is an error, belong to that header (NS-3).
      findings.push(withRelated(diagnostics.duplicateNamespace(item.span), header.span, "first declared here"));
      add();
      current = item;
      own = [];
    }
  }
  add();
  return { sections, imports: sections.flatMap(listImports), namesWithoutNamespace: undefined, findings };
}

function listImports({ header, items }: Section): DeclaredImport[] {
  return items.flatMap((node) => (node.kind === "import" ? [{ by: header.name.text, node }] : []));
}
