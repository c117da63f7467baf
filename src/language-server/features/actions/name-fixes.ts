import type * as ast from "../../../syntax/ast.js";
import type { Finding } from "../../../text/diagnostics/diagnostic.js";
import { isType, type DeclaredType } from "../../symbols/names.js";
import { routeSchema } from "../../symbols/type-lookup.js";
import {
  addImport,
  insertBelow,
  removeLines,
  replaceSpan,
  spanText,
  insertAbove,
  indentationAt,
  type TextEdit,
} from "../edits.js";
import { enclosingNodes } from "../places.js";
import { quotedNames, type FindingContext, type Fix } from "./action.js";

/** Returns the incorrect name in a message, and the name that the message suggests. */
function suggestionIn({ message }: Finding): { readonly wrong: string; readonly right: string } | undefined {
  const [, problem = "", right] = /^(.*)Did you mean '([^']+)'\?/.exec(message) ?? [];
  const wrong = [...problem.matchAll(/'([^']+)'/g)].at(-1)?.[1];
  return right === undefined || wrong === undefined ? undefined : { wrong, right };
}

/** Changes an incorrect name to the one that the finding suggests. */
export function changeToSuggested({ finding }: FindingContext): Fix[] {
  const suggestion = suggestionIn(finding);
  if (suggestion === undefined) {
    return [];
  }
  const { wrong, right } = suggestion;
  const { span } = finding;
  // Findings about documentation and arguments cover more than the name.
  const lineEnd = span.source.text.indexOf("\n", span.end);
  const text = span.source.text.slice(span.start, lineEnd === -1 ? undefined : lineEnd);
  const at = text.search(new RegExp(`(?<![\\w-])${wrong.replace(/[^\w]/g, "\\$&")}(?![\\w-])`));
  if (at === -1) {
    return [];
  }
  const start = span.start + at;
  const target = { ...span, start, end: start + wrong.length };
  return [{ title: `Change to '${right}'`, isPreferred: true, edits: () => [replaceSpan(target, right)] }];
}

/** Imports an unknown type from its namespace, or declares it. */
export function fixUnknownType(context: FindingContext): Fix[] {
  const { snapshot, finding } = context;
  const nodes = enclosingNodes(snapshot, finding.span);
  const ref = nodes?.reference;
  if (nodes === undefined || ref === undefined) {
    return changeToSuggested(context);
  }
  const { names } = snapshot;
  const { text: name } = ref.name;
  const { path } = finding.span.source;
  const imports = [...names.namespaces.values()].flatMap((other): Fix[] => {
    const isDeclared = other.definitions
      .get(name)
      ?.some(({ kind }) => kind === "struct" || kind === "union" || kind === "alias");
    return isDeclared === true && ref.qualifier === undefined && other.name !== nodes.namespace && other.name !== ""
      ? [
          {
            title: `Change to '${other.name}.${name}'`,
            edits: () => [
              ...addImport(snapshot, path, other.name),
              replaceSpan(ref.name.span, `${other.name}.${name}`),
            ],
          },
        ]
      : [];
  });
  const suggested = changeToSuggested(context).filter(({ title }) => imports.every((other) => other.title !== title));
  return [...suggested, ...imports, ...createDefinitions(context, name, ref.qualifier === undefined)];
}

function createDefinitions({ snapshot, finding }: FindingContext, name: string, isOwn: boolean): Fix[] {
  const nodes = enclosingNodes(snapshot, finding.span);
  if (nodes === undefined || !isOwn || nodes.item.kind === "annotation_type") {
    return [];
  }
  const { item, reference } = nodes;
  const create = (what: string, text: string): Fix => ({
    title: `Create the ${what} '${name}'`,
    edits: () => [insertBelow(item.extent, `\n\n${text}`)],
  });
  const createStruct = create("struct", `struct ${name}\n    "What it is."`);
  if (item.kind === "struct" && item.parent === reference) {
    return [createStruct];
  }
  if (item.kind === "union" && item.parent === reference) {
    return [create("union", `${item.closed ? "union_closed" : "union"} ${name}\n    "What it is."`)];
  }
  return [createStruct, create("union", `union ${name}\n    "What it is."`), create("alias", `alias ${name} = String`)];
}

/** Imports a namespace that is used but not imported. */
export function fixNotImported({ snapshot, finding }: FindingContext): Fix[] {
  const [, name] = /'([^']+)'/.exec(finding.message) ?? [];
  return name === undefined || !snapshot.names.namespaces.has(name)
    ? []
    : [
        {
          title: `Import '${name}'`,
          isPreferred: true,
          edits: () => addImport(snapshot, finding.span.source.path, name),
        },
      ];
}

/** Removes a qualifier that is the file's own namespace. */
export function removeOwnQualifier({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const text = spanText({ ...span, end: span.source.text.length });
  const [, name = ""] = /'([^']+)'/.exec(finding.message) ?? [];
  const at = text.indexOf(`${name}.`);
  return at === -1
    ? []
    : [
        {
          title: "Remove the qualifier",
          isPreferred: true,
          edits: () => [replaceSpan({ ...span, start: span.start + at, end: span.start + at + name.length + 1 }, "")],
        },
      ];
}

export function removeImport({ snapshot, finding }: FindingContext): Fix[] {
  const item = enclosingNodes(snapshot, finding.span)?.item;
  return item?.kind === "import"
    ? [{ title: `Remove the import of '${item.name.text}'`, edits: () => [removeLines(item.extent)] }]
    : [];
}

/** Declares an annotation that does not exist yet. */
export function createAnnotation({ snapshot, finding }: FindingContext): Fix[] {
  const nodes = enclosingNodes(snapshot, finding.span);
  const ref = nodes?.annotation;
  if (nodes === undefined || ref === undefined || ref.qualifier !== undefined) {
    return [];
  }
  const { extent } = nodes.item;
  const { text } = ref.name;
  const type = /redact/i.test(text) ? "RedactedBlot" : /preview/i.test(text) ? "Preview" : "Deprecated";
  return [
    {
      title: `Create the annotation '${text}'`,
      edits: () => [insertAbove(extent, `annotation ${text} = ${type}()\n\n`, snapshot)],
    },
  ];
}

/** Adds a field that an example sets but its struct does not have. It is nullable, so that other examples need not set it. */
export function createFieldOfExample({ snapshot, finding }: FindingContext): Fix[] {
  const { type, entry } = enclosingNodes(snapshot, finding.span) ?? {};
  const fieldType = entry && typeOfValue(entry.value);
  return type === undefined || entry === undefined || fieldType === undefined
    ? []
    : createMember(type, entry.name.text, ` ${fieldType}?`);
}

/** Adds an attribute that a route sets but the schema does not have. */
export function createAttribute({ snapshot, finding }: FindingContext): Fix[] {
  const { attribute } = enclosingNodes(snapshot, finding.span) ?? {};
  const schema = routeSchema(snapshot.names);
  const fieldType = attribute && typeOfValue(attribute.value);
  return schema === undefined || attribute === undefined || fieldType === undefined
    ? []
    : createMember(schema, attribute.name.text, ` ${fieldType}?`);
}

/** Adds a field or tag to which documentation or a default refers. Their names are read from the message. */
export function createNamedMember({ snapshot, finding }: FindingContext): Fix[] {
  const [typeName = "", name] = quotedNames(finding);
  const nodes = enclosingNodes(snapshot, finding.span);
  const declared = nodes && snapshot.names.definition(nodes.namespace, typeName);
  return declared === undefined || name === undefined || !isType(declared)
    ? []
    : createMember(declared, name, declared.node.kind === "struct" ? " String?" : "");
}

/** The type of a value, if it can be derived; undefined for labels and maps. */
function typeOfValue(value: ast.ExampleValue): string | undefined {
  if (value.kind === "list") {
    const [first] = value.items;
    const item = first && typeOfValue(first);
    return item && `List(${item})`;
  }
  if (value.kind !== "literal") {
    return undefined;
  }
  switch (typeof value.value) {
    case "boolean":
      return "Boolean";
    case "bigint":
      return value.value < 0 ? "Int64" : "UInt64";
    case "number":
      return "Float64";
    default:
      return "String";
  }
}

/**
 * Adds a member after the last one. In a type without members, it follows the list of subtypes and a blank line, or else
 * the documentation or the first line.
 */
function createMember({ node }: DeclaredType, name: string, type: string): Fix[] {
  const edits = (): TextEdit[] => {
    const last = node.fields.at(-1);
    const subtypes = node.kind === "struct" ? node.subtypes : undefined;
    const indentation = last === undefined ? `${indentationAt(node.extent)}    ` : indentationAt(last.extent);
    const before = last?.extent ?? subtypes?.extent ?? node.doc?.span ?? node.parent?.extent ?? node.name.span;
    return [
      insertBelow(before, `\n${last === undefined && subtypes !== undefined ? "\n" : ""}${indentation}${name}${type}`),
    ];
  };
  const what = node.kind === "struct" ? "field" : "tag";
  return [{ title: `Create the ${what} '${name}' in '${node.name.text}'`, edits }];
}
