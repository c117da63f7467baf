import { schemaNamespace } from "../../../ir/names.js";
import type * as ast from "../../../syntax/ast.js";
import type { Span } from "../../../text/span.js";
import { isType, type DeclaredType } from "../../symbols/names.js";
import { allFields } from "../../symbols/type-lookup.js";
import { insertAt, replaceSpan, spanText, insertBelow, type TextEdit } from "../edits.js";
import { enclosingNodes, itemTextAt, type EnclosingNodes } from "../places.js";
import type { Snapshot } from "../project.js";
import type { Action } from "./action.js";
import { addMissingDocumentation, writeReferences, rewrapDocumentation, endOfRouteTypes } from "./documentation.js";
import { addExample } from "./example-fixes.js";
import { extractAlias, inlineAlias, extractFields, freeTypeName } from "./extract.js";
import { moveBelowField, moveToTopLevel, moveToFile, splitFile } from "./move-definitions.js";

/**
 * Returns the refactorings of the code in a range (LSP-61 to LSP-63). The title of a refactoring says if it changes
 * messages.
 */
export function findRefactorings(snapshot: Snapshot, path: string, start: number, end: number): Action[] {
  const file = snapshot.files.get(path);
  // A selection of whole lines starts before the indentation of the first line.
  const [blank = ""] = /^\s*/.exec(file?.source.text.slice(start, end) ?? "") ?? [];
  const text = file && itemTextAt(file, start + blank.length);
  if (text === undefined) {
    return [];
  }
  const base = text.source.offsetInFile(0);
  const range = { source: text.source, start: start + blank.length - base, end: end - base };
  const nodes = enclosingNodes(snapshot, range);
  if (nodes === undefined) {
    return [];
  }
  return [
    ...(nodes.namespace === schemaNamespace ? [] : definitionRefactorings(nodes, range, snapshot)),
    ...sortExample(nodes, snapshot),
    ...makeOptional(nodes),
    ...newExample(nodes, snapshot),
    ...rewrapDocumentation(nodes, range.start),
    ...writeReferences(nodes, range, snapshot),
    ...addMissingDocumentation(nodes, range),
  ];
}

/**
 * Returns the actions that add or move definitions. They are not offered in `stone_cfg`, which can contain only one
 * struct.
 */
function definitionRefactorings(nodes: EnclosingNodes, range: Span, snapshot: Snapshot): Action[] {
  return [
    ...extractAlias(nodes, range, snapshot),
    ...inlineAlias(nodes, snapshot),
    ...extractFields(nodes.item, nodes.namespace, range, snapshot),
    ...moveToTopLevel(nodes),
    ...moveBelowField(nodes, snapshot),
    ...moveToFile(nodes, range, snapshot),
    ...splitFile(nodes, snapshot),
    ...openOrClose(nodes, range.start, snapshot),
    ...newVersion(nodes, snapshot),
  ];
}

/** Sorts the entries of an example in the order in which their fields are declared. */
function sortExample({ example, type }: EnclosingNodes, { names }: Snapshot): Action[] {
  if (example === undefined || type === undefined) {
    return [];
  }
  const order = allFields(type, names).map(({ node }) => node.name.text);
  const sorted = example.entries.toSorted((a, b) => order.indexOf(a.name.text) - order.indexOf(b.name.text));
  return sorted.every((entry, index) => entry === example.entries[index])
    ? []
    : [
        {
          title: "Sort the fields of the example as declared",
          kind: "refactor.rewrite",
          edits: () =>
            example.entries.flatMap((entry, index) => {
              const moved = sorted[index];
              return moved === undefined || moved === entry ? [] : [replaceSpan(entry.extent, spanText(moved.extent))];
            }),
        },
      ];
}

function openOrClose({ type }: EnclosingNodes, offset: number, { names }: Snapshot): Action[] {
  if (type?.node.kind !== "union" || type.node.parent !== undefined || offset > type.node.name.span.end) {
    return [];
  }
  const { closed, extent } = type.node;
  // A closed union cannot extend an open one.
  if (closed && names.children(type).some(({ node }) => node.kind === "union" && node.closed)) {
    return [];
  }
  const word = closed ? "union_closed" : "union";
  const edit = replaceSpan({ ...extent, end: extent.start + word.length }, closed ? "union" : "union_closed");
  return [
    {
      title: `${closed ? "Open" : "Close"} the union (changes the wire)`,
      kind: "refactor.rewrite",
      edits: () => [edit],
    },
  ];
}

function makeOptional({ field, type, example }: EnclosingNodes): Action[] {
  const ref = field?.type;
  if (ref === undefined || type?.node.kind !== "struct" || example !== undefined) {
    return [];
  }
  return ref.nullable || field?.default !== undefined
    ? []
    : [
        {
          title: `Make '${field?.name.text ?? ""}' optional (changes the wire)`,
          kind: "refactor.rewrite",
          edits: () => [insertAt(ref.extent, ref.extent.end, "?")],
        },
      ];
}

/** Adds an example with a value for each required field. */
function newExample({ type, item, example }: EnclosingNodes, snapshot: Snapshot): Action[] {
  if (
    type?.node.kind !== "struct" ||
    type.node.subtypes !== undefined ||
    item.kind === "patch" ||
    example !== undefined
  ) {
    return [];
  }
  const labels = new Set(type.node.examples.map(({ label }) => label.text));
  const label = labels.has("default") ? `example${labels.size + 1}` : "default";
  return labels.has(label) || (type.node.fields.length === 0 && type.node.parent === undefined)
    ? []
    : [
        {
          title: `Add the example '${label}'`,
          kind: "refactor.rewrite",
          edits: () => [addExample(type, label, snapshot)],
        },
      ];
}

/** Adds the next version of a route with copies of the types, so that the two versions can differ (EVO-31). */
function newVersion({ item, namespace }: EnclosingNodes, { names }: Snapshot): Action[] {
  if (item.kind !== "route" || item.deprecated !== undefined) {
    return [];
  }
  const name = item.name.text;
  const next = Math.max(...names.routes(namespace, name).map(({ version }) => version)) + 1;
  const edits = (): TextEdit[] => {
    const refs = [item.types.arg, item.types.result, item.types.error];
    /** Original type to the name of its copy. */
    const copies = new Map<DeclaredType["node"], string>();
    const renamed = refs.flatMap((ref) => {
      const declared = names.referred(namespace, ref);
      if (declared === undefined || ref.qualifier !== undefined || !isType(declared) || !canBeCopied(declared, names)) {
        return [];
      }
      const base = declared.node.name.text.replace(/V\d+$/, "");
      const copy = copies.get(declared.node) ?? freeTypeName(`${base}V${next}`, namespace, names);
      copies.set(declared.node, copy);
      return [{ span: ref.name.span, text: copy }];
    });
    const { source, start, end } = item.extent;
    const text = renamed.reduceRight(
      (at, { span, text: copy }) => at.slice(0, span.start - start) + copy + at.slice(span.end - start),
      source.text.slice(start, end),
    );
    const head = text.slice(item.name.span.end - start).replace(/^\s*(?::\s*\d+)?/, "");
    const definitions = [...copies].map(([node, copy]) => `\n\n${copyOf(node, copy)}`);
    return [
      insertAt(item.extent, endOfRouteTypes(item), ` deprecated by ${name}:${next}`),
      insertBelow(item.extent, `\n\nroute ${name}:${next} ${head}${definitions.join("")}`),
    ];
  };
  const title = `Add version ${next} with types of its own, and deprecate this one (changes the API)`;
  return [{ title, kind: "refactor.rewrite", edits }];
}

/**
 * Whether a type can be copied. It must not list subtypes, because they would not extend the copy; must not be a listed
 * subtype, because the copy would not be listed; must have no patches; and must not contain inline definitions, because
 * their names would be duplicated.
 */
function canBeCopied(type: DeclaredType, names: Snapshot["names"]): boolean {
  const parent = names.parent(type)?.node;
  const lists = (node: ast.Struct | ast.Union | undefined): boolean =>
    node?.kind === "struct" && node.subtypes !== undefined;
  return (
    !lists(type.node) &&
    !lists(parent) &&
    names.patches(type).length === 0 &&
    type.node.fields.every(({ inline }) => inline === undefined)
  );
}

function copyOf({ extent, name }: DeclaredType["node"], copy: string): string {
  const { text } = extent.source;
  return text.slice(extent.start, name.span.start) + copy + text.slice(name.span.end, extent.end);
}
