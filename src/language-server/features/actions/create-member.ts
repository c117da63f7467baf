import type { Finding } from "../../../text/diagnostics/diagnostic.js";
import type * as ast from "../../../syntax/ast.js";
import { indentationAt, insertBelow } from "../edits/spans.js";
import type { TextEdit } from "../edits/text-edit.js";
import { enclosingNodes } from "../enclosing-nodes.js";
import { isType, type DeclaredType } from "../../symbols/names.js";
import { routeSchema } from "../../symbols/type-lookup.js";
import type { FindingContext, Fix } from "./action.js";

function quoted({ message }: Finding): string[] {
  return [...message.matchAll(/'([^']+)'/g)].map(([, name = ""]) => name);
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
  const [typeName = "", name] = quoted(finding);
  const nodes = enclosingNodes(snapshot, finding.span);
  const found = nodes && snapshot.names.definition(nodes.namespace, typeName);
  return found === undefined || name === undefined || !isType(found)
    ? []
    : createMember(found, name, found.node.kind === "struct" ? " String?" : "");
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
