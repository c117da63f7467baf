import type * as ast from "../../syntax/ast.js";
import { isType, type DeclaredType, type Names } from "../symbols/names.js";
import type { Snapshot } from "./project.js";
import { aliasChain, allFields, bareType, elementArguments, type TypeUse } from "../symbols/type-lookup.js";
import { writeType } from "./short-texts.js";
import { textOf } from "./hover.js";

/** The kinds of hints to show. */
export interface HintSettings {
  readonly aliasTargets: boolean;
  readonly exampleDefaults: boolean;
  readonly inheritedTags: boolean;
  readonly routeTypes: boolean;
}

/** Text that an editor shows at an offset although it is not part of the file. */
export interface InlayHint {
  readonly offset: number;
  readonly text: string;
}

/** Returns the hints of a file between two offsets (LSP-34). */
export function findHints(
  { names }: Snapshot,
  path: string,
  from: number,
  to: number,
  settings: HintSettings,
): InlayHint[] {
  const hints: InlayHint[] = [];
  const add = (node: { readonly extent: ast.TypeRef["extent"] }, side: "start" | "end", text: string): void => {
    const offset = node.extent.source.offsetInFile(node.extent[side]);
    if (from <= offset && offset <= to) {
      hints.push({ offset, text });
    }
  };
  for (const { namespace, items } of names.sectionsOf(path)) {
    for (const item of items) {
      const start = item.extent.source.offsetInFile(0);
      if (start <= to && start + item.extent.source.text.length >= from) {
        addHints(item, namespace, names, settings, add);
      }
    }
  }
  return hints.sort((a, b) => a.offset - b.offset);
}

type Add = (node: { readonly extent: ast.TypeRef["extent"] }, side: "start" | "end", text: string) => void;

function addHints(item: ast.Item, namespace: string, names: Names, settings: HintSettings, add: Add): void {
  switch (item.kind) {
    case "struct":
    case "union":
      addTypeHints({ namespace, node: item }, names, settings, add);
      break;
    case "patch":
      addFieldHints(item.fields, namespace, names, settings, add);
      break;
    case "route":
      if (settings.routeTypes) {
        add(item.types.arg, "start", "argument: ");
        add(item.types.result, "start", "result: ");
        add(item.types.error, "start", "error: ");
      }
      break;
    case "namespace":
    case "import":
    case "alias":
    case "annotation":
    case "annotation_type":
      break;
  }
}

function addTypeHints(type: DeclaredType, names: Names, settings: HintSettings, add: Add): void {
  const { node, namespace } = type;
  if (settings.inheritedTags && node.parent !== undefined) {
    const parent = names.referred(namespace, node.parent);
    if (parent !== undefined && isType(parent)) {
      const count = allFields(parent, names).length;
      add(node.parent, "end", ` (${count} ${node.kind === "struct" ? "fields" : "tags"})`);
    }
  }
  addFieldHints(node.fields, namespace, names, settings, add);
  if (settings.exampleDefaults && node.kind === "struct" && node.subtypes === undefined) {
    for (const example of node.examples) {
      const written = new Set(example.entries.map(({ name }) => name.text));
      const left = allFields(type, names).filter(({ node: field }) => !written.has(field.name.text));
      const defaults = left.flatMap(({ node: field }) =>
        field.default === undefined ? [] : [`${field.name.text} = ${textOf(field.default)}`],
      );
      if (defaults.length > 0) {
        add(example, "end", ` ${defaults.join(", ")}`);
      }
    }
  }
}

function addFieldHints(
  fields: readonly ast.Field[],
  namespace: string,
  names: Names,
  settings: HintSettings,
  add: Add,
): void {
  for (const { type, inline } of fields) {
    if (settings.aliasTargets && type !== undefined) {
      const target = primitiveTarget({ namespace, ref: type }, names);
      if (target !== undefined) {
        add(type, "end", `: ${target}`);
      }
    }
    if (inline !== undefined) {
      addTypeHints({ namespace, node: inline }, names, settings, add);
    }
  }
}

/** Returns the target of an alias of a primitive type; undefined for all others. */
function primitiveTarget(use: TypeUse, names: Names): string | undefined {
  const chain = aliasChain(use, names);
  const bare = bareType(use, names);
  const last = chain.at(-1);
  const isPrimitive = bare?.kind === "builtin" && elementArguments[bare.name] === undefined;
  return chain.length > 1 && isPrimitive && last !== undefined ? writeType(last.ref) : undefined;
}
