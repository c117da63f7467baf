import type { SourceFile } from "../source/source.js";

/** A place in a specification; lines and columns from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The text of the line. */
  readonly text: string;
}

/**
 * Where definitions, members and routes are declared: subject to place, as findings name them. It looks only at how
 * lines begin, which is enough for specifications without errors. Inline definitions are not found.
 */
export function locateDeclarations(files: readonly SourceFile[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const { path, text } of files) {
    let namespace = "";
    let definition = "";
    let isInString = false;
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      const [, indentation = "", rest = ""] = /^(\s*)(.*)$/.exec(line) ?? [];
      const add = (subject: string, offset = 0): void => {
        if (!places.has(subject)) {
          places.set(subject, { file: path, line: index + 1, column: indentation.length + offset + 1, text: line });
        }
      };
      if (!isInString && !rest.startsWith("#") && !rest.startsWith('"')) {
        const [, keyword = "", name = "", version = "1"] =
          /^(namespace|struct|union_closed|union|alias|route|patch \w+) ([\w/]+)(?::(\d+))?/.exec(rest) ?? [];
        if (indentation === "" && keyword === "namespace") {
          namespace = name;
          add(namespace);
        } else if (indentation === "" && keyword === "route") {
          definition = "";
          add(`${namespace}/${name}${version === "1" ? "" : `:${version}`}`);
        } else if (indentation === "" && keyword !== "") {
          definition = `${namespace}.${name}`;
          if (!keyword.startsWith("patch")) {
            add(definition);
          }
        } else if (definition !== "") {
          const member = /^[A-Za-z_]\w*/.exec(rest)?.[0];
          if (member !== undefined) {
            add(`${definition}.${member}`);
          }
        }
      }
      // An escaped quotation mark does not end a string.
      const marks = line.replace(/\\./g, "").split('"').length - 1;
      isInString = isInString !== (marks % 2 === 1);
    }
  }
  return places;
}
