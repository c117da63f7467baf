import type { BuiltinName } from "../../ir/kinds.js";

/** A parameter of a built-in type or annotation. */
interface BuiltinParameter {
  readonly name: string;
  readonly meaning: string;
  /** Whether the argument is passed without the parameter's name. */
  readonly isPositional: boolean;
}

/** Help for a built-in type or annotation type. */
export interface BuiltinHelp {
  readonly summary: string;
  readonly parameters: readonly BuiltinParameter[];
}

function keyword(name: string, meaning: string): BuiltinParameter {
  return { name, meaning, isPositional: false };
}

function positional(name: string, meaning: string): BuiltinParameter {
  return { name, meaning, isPositional: true };
}

const bounds = [
  keyword("min_value", "The smallest value that is allowed."),
  keyword("max_value", "The largest value that is allowed."),
];
const regex = positional("regex", "A regular expression: what its groups match remains visible.");

/** The built-in types by name (TYPE-1). */
const typeHelp = {
  Boolean: { summary: "`true` or `false`.", parameters: [] },
  Bytes: { summary: "Binary data, as Base64 in JSON.", parameters: [] },
  Int32: { summary: "An integer from -2^31 to 2^31 - 1.", parameters: bounds },
  Int64: { summary: "An integer from -2^63 to 2^63 - 1.", parameters: bounds },
  UInt32: { summary: "An integer from 0 to 2^32 - 1.", parameters: bounds },
  UInt64: { summary: "An integer from 0 to 2^64 - 1.", parameters: bounds },
  Float32: { summary: "A finite number of single precision.", parameters: bounds },
  Float64: { summary: "A finite number of double precision.", parameters: bounds },
  String: {
    summary: "Unicode text. Lengths are in code points.",
    parameters: [
      keyword("min_length", "The minimum number of code points, at least 0."),
      keyword("max_length", "The maximum number of code points, at least 1."),
      keyword("pattern", "A regular expression in Python's syntax that the whole value has to match."),
    ],
  },
  Timestamp: {
    summary: "A date and time, as text in a format.",
    parameters: [positional("fmt", 'The format, such as `"%Y-%m-%dT%H:%M:%SZ"`.')],
  },
  List: {
    summary: "A sequence of items of one type.",
    parameters: [
      positional("data_type", "The type of the items."),
      keyword("min_items", "The minimum number of items, at least 0."),
      keyword("max_items", "The maximum number of items, at least 1."),
    ],
  },
  Map: {
    summary: "An object with arbitrary keys, whose values have one type.",
    parameters: [
      positional("key_data_type", "The type of the keys: `String`, with or without arguments."),
      positional("value_data_type", "The type of the values."),
    ],
  },
  Void: { summary: "No value.", parameters: [] },
} satisfies Record<BuiltinName, BuiltinHelp>;

export const builtinTypes: ReadonlyMap<string, BuiltinHelp> = new Map(Object.entries<BuiltinHelp>(typeHelp));

/** The built-in annotation types by name (ANN-2). */
export const builtinAnnotations: ReadonlyMap<string, BuiltinHelp> = new Map<string, BuiltinHelp>([
  ["Deprecated", { summary: "Marks a field or tag as deprecated.", parameters: [] }],
  ["Preview", { summary: "Marks a field or tag as a preview.", parameters: [] }],
  [
    "Omitted",
    {
      summary: "Shows a field or tag to certain callers only.",
      parameters: [positional("omitted_caller", "The callers that receive it.")],
    },
  ],
  ["RedactedBlot", { summary: "Masks the value in logs.", parameters: [regex] }],
  ["RedactedHash", { summary: "Replaces the value in logs with its hash.", parameters: [regex] }],
]);

/** The help for each keyword. */
export const keywordHelp: ReadonlyMap<string, string> = new Map([
  ["alias", "`alias Name = Type` gives a type another name. Its arguments apply wherever the alias is used."],
  [
    "annotation",
    "`annotation Name = Type(arguments)` declares an annotation, which `@Name` applies to a field, tag or alias.",
  ],
  ["annotation_type", "`annotation_type Name` declares a kind of annotation with its parameters."],
  ["attrs", "The attributes of a route are below `attrs`, one per line: `name = value`."],
  ["by", "`deprecated by name` names the route to use instead."],
  ["deprecated", "`deprecated` after the types of a route marks the route as deprecated."],
  ["example", "`example label` begins an example of a struct or union."],
  ["extends", "`extends Type` inherits the fields or tags of another type."],
  ["import", "`import name` makes the definitions of another namespace available as `name.Type`."],
  ["namespace", "`namespace name` is the first line of a file: what follows belongs to that namespace."],
  ["patch", "`patch struct Name` adds fields and values in examples to a type of the same namespace."],
  ["route", "`route name(Arg, Result, Error)` declares a route; `name:2` is its version 2."],
  ["struct", "`struct Name` declares a type with fields."],
  ["union", "`union Name` declares a type with tags, of which a value has one. More tags can be added later."],
  ["union_closed", "`union_closed Name` declares a union to which no tags can ever be added."],
  ["true", "A Boolean value."],
  ["false", "A Boolean value."],
  ["null", "No value, where a type is nullable."],
]);
