import type { LintFinding } from "../../../lint/rule.js";
import { toSnakeCase } from "../../../ir/names.js";
import { insertAt, replaceSpan, removeWholeLines, wholeLines } from "../edits.js";
import {
  enclosingNodes,
  itemTextAt,
  occurrenceAt,
  toFileRange,
  type EnclosingNodes,
  type FileRange,
} from "../places.js";
import type { Snapshot } from "../project.js";
import { findOccurrences } from "../navigation.js";
import { rename } from "../rename.js";
import { endOfRouteTypes, addStub, type Documentable } from "./documentation.js";
import { quotedNames, type Fix } from "./action.js";
import { toTypeName } from "./extract.js";
import { addExample } from "./example-fixes.js";

interface LintContext {
  readonly snapshot: Snapshot;
  readonly finding: LintFinding;
  readonly range: FileRange;
  readonly nodes: EnclosingNodes;
}

/**
 * Fixes that `ashlar lint --fix` does not make, because they change names, messages or files, or need input from the
 * author.
 */
const fixes: ReadonlyMap<string, (context: LintContext) => readonly Fix[]> = new Map([
  ["closed-union-in-result", openUnion],
  ["doc-field", addDocumentation],
  ["doc-namespace", addDocumentation],
  ["doc-route", addDocumentation],
  ["doc-type", addDocumentation],
  ["field-name", (context: LintContext) => renameTo(toSnakeCase(nameAt(context)), context)],
  ["missing-example", addDefaultExample],
  ["namespace-name", (context: LintContext) => renameTo(toSnakeCase(nameAt(context)), context)],
  ["old-version", deprecateVersion],
  ["route-type-name", renameRouteType],
  ["similar-field", (context: LintContext) => renameTo(quotedNames(context.finding)[1] ?? "", context)],
  ["type-name", (context: LintContext) => renameTo(toTypeName(nameAt(context)), context)],
  ["unused-alias", removeDefinition],
  ["unused-annotation", removeDefinition],
  ["unused-type", removeDefinition],
]);

/** Returns the editor's actions for a finding, in addition to the finding's own fixes (LSP-50). */
export function findEditorFixes(finding: LintFinding, range: FileRange, snapshot: Snapshot): readonly Fix[] {
  const find = fixes.get(finding.code);
  const file = snapshot.files.get(range.path);
  const text = file && itemTextAt(file, range.start);
  if (find === undefined || text === undefined) {
    return [];
  }
  const start = range.start - text.source.offsetInFile(0);
  const nodes = enclosingNodes(snapshot, { source: text.source, start, end: start });
  return nodes === undefined ? [] : find({ snapshot, finding, range, nodes });
}

function nameAt({ snapshot, range }: LintContext): string {
  return occurrenceAt(snapshot, range.path, range.start)?.text ?? "";
}

/** Renames the name at the start of a finding, in all files. */
function renameTo(newName: string, { snapshot, range: { path, start } }: LintContext): Fix[] {
  const renamed = rename(snapshot, path, start, newName);
  return typeof renamed === "string"
    ? []
    : [
        {
          title: `Rename to '${newName}'${renamed.wire === undefined ? "" : " (changes the wire)"}`,
          renamedFiles: renamed.files,
          edits: () => renamed.edits,
        },
      ];
}

/** Renames the argument, result or error type of a route. */
function renameRouteType(context: LintContext): Fix[] {
  const { nodes, finding, snapshot } = context;
  const [, part = ""] = /^The (argument|result|error) /.exec(finding.message) ?? [];
  const ending = { argument: "Arg", result: "Result", error: "Error" }[part];
  if (nodes.item.kind !== "route" || ending === undefined) {
    return [];
  }
  const { arg, result, error } = nodes.item.types;
  const ref = part === "argument" ? arg : part === "result" ? result : error;
  const declared = snapshot.names.referred(nodes.namespace, ref);
  return declared?.node.kind === "struct" || declared?.node.kind === "union"
    ? renameTo(`${declared.node.name.text}${ending}`, { ...context, range: toFileRange(declared.node.name.span) })
    : [];
}

function addDocumentation({ nodes: { item, type, field, subtype } }: LintContext): Fix[] {
  const node: Documentable | undefined =
    field ?? (subtype === undefined ? type?.node : undefined) ?? (canBeDocumented(item) ? item : undefined);
  return node === undefined || node.doc !== undefined
    ? []
    : [{ title: `Add documentation to '${node.name.text}'`, edits: () => addStub(node) }];
}

function canBeDocumented(item: EnclosingNodes["item"]): item is Extract<EnclosingNodes["item"], Documentable> {
  return item.kind === "namespace" || item.kind === "route" || item.kind === "alias" || item.kind === "annotation_type";
}

function addDefaultExample({ nodes: { type }, snapshot }: LintContext): Fix[] {
  return type?.node.kind !== "struct" || type.node.subtypes !== undefined
    ? []
    : [{ title: "Add the example 'default'", edits: () => [addExample(type, "default", snapshot)] }];
}

/** Opens a union, unless a closed union extends it (EVO-19). */
function openUnion({ nodes: { type }, snapshot }: LintContext): Fix[] {
  const node = type?.node;
  if (type === undefined || node?.kind !== "union" || !node.closed) {
    return [];
  }
  const isExtendedByClosed = snapshot.names
    .children(type)
    .some((child) => child.node.kind === "union" && child.node.closed);
  const keyword = { ...node.extent, end: node.extent.start + "union_closed".length };
  return isExtendedByClosed
    ? []
    : [{ title: `Open '${node.name.text}' (changes the wire)`, edits: () => [replaceSpan(keyword, "union")] }];
}

function deprecateVersion({ nodes: { item } }: LintContext): Fix[] {
  if (item.kind !== "route" || item.deprecated !== undefined) {
    return [];
  }
  const by = `${item.name.text}:${item.version + 1}`;
  return [
    {
      title: `Deprecate it by '${by}'`,
      edits: () => [insertAt(item.extent, endOfRouteTypes(item), ` deprecated by ${by}`)],
    },
  ];
}

/** Removes a definition if nothing refers to it, because references would become unknown. */
function removeDefinition({ nodes: { item, namespace, type }, snapshot }: LintContext): Fix[] {
  const isTopLevel = type === undefined || type.node === item;
  if (
    !isTopLevel ||
    item.kind === "namespace" ||
    item.kind === "import" ||
    item.kind === "patch" ||
    item.kind === "route"
  ) {
    return [];
  }
  const isMentioned = findOccurrences({ kind: "definition", namespace, node: item }, snapshot).some(
    ({ span }) => span.source !== item.extent.source,
  );
  return isMentioned
    ? []
    : [
        {
          title: `Remove '${item.name.text}'`,
          edits: () => [removeWholeLines(wholeLines(item.extent, snapshot), snapshot)],
        },
      ];
}
