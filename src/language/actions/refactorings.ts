import { isBuiltinType } from "../../semantics/builtin-types.js";
import { canonicalName } from "../../semantics/canonical-name.js";
import type * as ast from "../../syntax/ast.js";
import { insertAt, indentationAt, removeLines, replaceSpan, spanText } from "../edits/spans.js";
import type { TextEdit } from "../edits/text-edit.js";
import { enclosingNodes, type EnclosingNodes } from "../enclosing-nodes.js";
import { itemTextAt } from "../places.js";
import type { Snapshot } from "../project.js";
import { findOccurrences } from "../references.js";
import { allFields } from "../type-lookup.js";
import type { Action } from "./action.js";
import { addExample } from "./example-fixes.js";
import { rewrapDocumentation } from "./rewrap.js";

/** The refactorings of what is at an offset (LSP-61 to LSP-63). Titles say which of them change messages. */
export function findRefactorings(snapshot: Snapshot, path: string, offset: number): Action[] {
  const file = snapshot.files.get(path);
  const text = file && itemTextAt(file, offset);
  if (text === undefined) {
    return [];
  }
  const start = offset - text.source.offsetInFile(0);
  const nodes = enclosingNodes(snapshot, { source: text.source, start, end: start });
  if (nodes === undefined) {
    return [];
  }
  return [
    ...extractAlias(nodes, snapshot),
    ...inlineAlias(nodes, snapshot),
    ...moveInlineDefinition(nodes),
    ...sortExample(nodes, snapshot),
    ...openOrClose(nodes, start),
    ...makeOptional(nodes),
    ...newVersion(nodes, snapshot),
    ...newExample(nodes, snapshot),
    ...rewrapDocumentation(nodes, start),
  ];
}

/** The type of a field as an alias above its definition. */
function extractAlias({ item, field, reference, namespace }: EnclosingNodes, { names }: Snapshot): Action[] {
  const type = field?.type;
  if (
    type?.args === undefined ||
    type.args.length === 0 ||
    reference === undefined ||
    item.kind === "annotation_type"
  ) {
    return [];
  }
  const name = toTypeName(field?.name.text ?? "");
  const own = names.namespaces.get(namespace);
  const taken = [...(own?.definitions.keys() ?? []), ...(own?.routes.keys() ?? []), namespace].map(canonicalName);
  // A redactor of a field does not work through an alias (RED-1).
  if (taken.includes(canonicalName(name)) || isBuiltinType(name) || (field?.annotations.length ?? 0) > 0) {
    return [];
  }
  const written = spanText({ ...type.extent, end: type.extent.end - (type.nullable ? 1 : 0) });
  return [
    {
      title: `Extract the type as the alias '${name}'`,
      kind: "refactor.extract",
      edits: () => [
        insertAt(item.extent, item.extent.start, `alias ${name} = ${written}\n\n`),
        replaceSpan(type.extent, `${name}${type.nullable ? "?" : ""}`),
      ],
    },
  ];
}

/** `file_size` as `FileSize`. */
function toTypeName(field: string): string {
  return field.replace(/(?:^|[_-]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** An alias in all places where it is used. One with annotations does more than name a type. */
function inlineAlias({ item, namespace }: EnclosingNodes, snapshot: Snapshot): Action[] {
  if (item.kind !== "alias" || item.annotations.length > 0) {
    return [];
  }
  const uses = findOccurrences({ kind: "definition", namespace, node: item }, snapshot).filter(
    ({ role }) => role !== "declaration",
  );
  const isSimple = uses.every(
    ({ role, span }) => role === "type" && span.source.path === item.extent.source.path && !isNullableUse(span),
  );
  const written = spanText(item.type.extent);
  return uses.length === 0 || !isSimple
    ? []
    : [
        {
          title: `Inline the alias '${item.name.text}'`,
          kind: "refactor.inline",
          edits: () => [...uses.map(({ span }) => replaceSpan(span, written)), removeLines(item.extent)],
        },
      ];
}

function isNullableUse({ source, end }: ast.Name["span"]): boolean {
  return source.text[end] === "?";
}

/** A definition below a field, as one of its own. */
function moveInlineDefinition({ field, item }: EnclosingNodes): Action[] {
  const inline = field?.inline;
  if (inline === undefined || field?.type === undefined) {
    return [];
  }
  const edits = (): TextEdit[] => {
    const indentation = indentationAt(inline.extent);
    const [head = "", ...lines] = spanText(inline.extent).split("\n");
    const named = head.replace(/^\w+/, (word) => `${word} ${inline.name.text}`);
    const body = lines.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));
    return [removeLines(inline.extent), insertAt(item.extent, item.extent.end, `\n\n${[named, ...body].join("\n")}`)];
  };
  return [{ title: `Move '${inline.name.text}' to the top level`, kind: "refactor.rewrite", edits }];
}

/** The fields of an example in the order in which they are declared. */
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

function openOrClose({ type }: EnclosingNodes, offset: number): Action[] {
  if (type?.node.kind !== "union" || type.node.parent !== undefined || offset > type.node.name.span.end) {
    return [];
  }
  const { closed, extent } = type.node;
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

/** The next version of a route, to which the old one refers (EVO-31). */
function newVersion({ item, namespace }: EnclosingNodes, { names }: Snapshot): Action[] {
  if (item.kind !== "route" || item.deprecated !== undefined) {
    return [];
  }
  const next = Math.max(...names.routes(namespace, item.name.text).map(({ version }) => version)) + 1;
  const name = item.name.text;
  const edits = (): TextEdit[] => {
    const { source, start, end } = item.extent;
    const text = source.text.slice(start, end);
    const head = text.slice(item.name.span.end - start).replace(/^\s*(?::\s*\d+)?/, "");
    const typesEnd = item.types.error.extent.end;
    const close = source.text.indexOf(")", typesEnd) + 1;
    return [
      insertAt(item.extent, close, ` deprecated by ${name}:${next}`),
      insertAt(item.extent, end, `\n\nroute ${name}:${next} ${head}`),
    ];
  };
  return [{ title: `Add version ${next} of the route, and deprecate this one`, kind: "refactor.rewrite", edits }];
}

/** An example with a value for each required field. */
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
