import { versioned } from "../../ir/names.js";
import type { SourceFile } from "../../text/source.js";
import { parse } from "../../syntax/parse.js";
import { Names } from "./names.js";
import type { Role } from "./occurrence.js";
import { visitItem } from "./occurrences.js";
import type { Target } from "./target.js";

/** A name in a specification: a declaration or a reference. */
export interface SpecSymbol {
  readonly text: string;
  /** The role of this occurrence of the name. */
  readonly role: Role;
  /** The declaration that the name belongs or refers to; undefined if it does not exist. */
  readonly target: SymbolTarget | undefined;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** The declaration that a name refers to. */
export interface SymbolTarget {
  readonly kind: Target["kind"];
  /**
   * The name, such as `files`, `files.Metadata`, `files.Metadata.size`, `files.list_folder:2` or `String`. For the
   * label of an example: `files.Metadata.default`.
   */
  readonly name: string;
}

/**
 * Returns every name in specifications together with its target, including names in documentation and examples, sorted
 * by file and position. In an invalid specification, returns everything that can be read. Performs no I/O.
 */
export function symbols(files: readonly SourceFile[]): SpecSymbol[] {
  const parsed = files.map((file) => parse(file));
  const names = new Names(parsed);
  return parsed.flatMap(({ path }) => {
    const found: (SpecSymbol & { readonly offset: number })[] = [];
    for (const { namespace, items } of names.sectionsOf(path)) {
      for (const item of items) {
        visitItem(item, {
          namespace,
          names,
          visit({ role, text, span: { source, start }, resolve }) {
            const target = resolve();
            found.push({
              text,
              role,
              target: target && { kind: target.kind, name: nameOf(target) },
              file: path,
              ...source.positionInFile(start),
              offset: source.offsetInFile(start),
            });
          },
        });
      }
    }
    return found.sort((a, b) => a.offset - b.offset).map(({ offset: _, ...symbol }) => symbol);
  });
}

function nameOf(target: Target): string {
  switch (target.kind) {
    case "namespace":
    case "builtin type":
    case "builtin annotation":
      return target.name;
    case "builtin parameter":
      return `${target.of}.${target.name}`;
    case "definition":
      return `${target.namespace}.${target.node.name.text}`;
    case "route":
      return `${target.namespace}.${versioned({ name: target.node.name.text, version: target.node.version })}`;
    case "label":
      return `${ownerName(target.owner)}.${target.node.label.text}`;
    case "catch-all":
      return `${ownerName(target.owner)}.other`;
    default:
      return `${ownerName(target.owner)}.${target.node.name.text}`;
  }
}

function ownerName({ namespace, node }: Extract<Target, { owner: unknown }>["owner"]): string {
  return `${namespace}.${node.name.text}`;
}
