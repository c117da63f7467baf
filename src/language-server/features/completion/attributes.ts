import { docSummary } from "../short-texts.js";
import { fieldHead } from "../hover.js";
import { wordsOf } from "../../../patterns/words.js";
import type * as ast from "../../../syntax/ast.js";
import {
  allFields,
  bareType,
  fieldType,
  isNullable,
  isOptional,
  routeSchema,
  type FieldOf,
} from "../../symbols/type-lookup.js";
import type { Completion, CompletionPlace } from "./completion.js";
import { completeVoidTags, valueItem } from "./values.js";

/** Completions below `attrs`: the attributes that the route does not set yet, or the values of an attribute. */
export function completeInAttributes(place: CompletionPlace): Completion[] {
  const { names, line } = place;
  const schema = routeSchema(names);
  const fields = schema === undefined ? [] : allFields(schema, names);
  const [name, equals] = line.before;
  if (name === undefined) {
    return completeAttributes(place, fields);
  }
  const field = fields.find(({ node }) => node.name.text === name.text);
  return equals?.text === "=" && line.before.length === 2 && field !== undefined
    ? completeAttributeValue(field, place)
    : [];
}

function completeAttributes({ line }: CompletionPlace, fields: readonly FieldOf[]): Completion[] {
  const written = new Set([...line.siblings.map(({ pieces }) => pieces[0]?.text ?? ""), ...line.following]);
  return fields
    .filter(({ node }) => !written.has(node.name.text))
    .map((field) => ({
      label: field.node.name.text,
      kind: "attribute",
      detail: [fieldHead(field.node), docSummary(field.node.doc)].filter((text) => text !== "").join(" – "),
      snippet: `${field.node.name.text} = $1`,
      order: isOptional(field) ? 20 : 10,
      target: { kind: "field", ...field },
    }));
}

/** Completions between the quotes of an attribute's value. */
export function completeInAttributeString({ names, line }: CompletionPlace): Completion[] {
  const schema = routeSchema(names);
  const [name, equals] = line.before;
  const field = schema && allFields(schema, names).find(({ node }) => node.name.text === name?.text);
  const use = field && fieldType(field);
  const bare = use && bareType(use, names);
  return equals?.text === "=" && line.before.length === 2 && bare?.kind === "builtin" && bare.name === "String"
    ? wordsFor(bare.use.ref).map((word) => valueItem(word, "String"))
    : [];
}

function completeAttributeValue(field: FieldOf, { names }: CompletionPlace): Completion[] {
  const use = fieldType(field);
  const bare = use && bareType(use, names);
  const nothing = use !== undefined && isNullable(use, names) ? [valueItem("null", "no value", 90)] : [];
  if (bare?.kind === "type") {
    return bare.type.node.kind === "union" ? [...completeVoidTags(bare.type, names), ...nothing] : nothing;
  }
  if (bare === undefined) {
    return nothing;
  }
  switch (bare.name) {
    case "Boolean":
      return [valueItem("true", "Boolean"), valueItem("false", "Boolean"), ...nothing];
    case "String":
      return [...wordsFor(bare.use.ref).map((word) => valueItem(`"${word}"`, "String")), ...nothing];
    case "Bytes":
    case "Int32":
    case "Int64":
    case "UInt32":
    case "UInt64":
    case "Float32":
    case "Float64":
    case "Timestamp":
    case "List":
    case "Map":
    case "Void":
      return nothing;
  }
}

/** Returns the alternatives in a string's pattern: `user` and `team` for `^(user|team)$`. */
function wordsFor({ args }: ast.TypeRef): readonly string[] {
  const pattern = args?.find(({ keyword }) => keyword?.text === "pattern")?.value;
  return pattern?.kind === "literal" && typeof pattern.value === "string" ? wordsOf(pattern.value) : [];
}
