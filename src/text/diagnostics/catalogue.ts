import type { BuiltinName } from "../../ir/kinds.js";
import type { Span } from "../span.js";
import type { Finding, Severity } from "./diagnostic.js";

/*
 * Every message that Ashlar reports about a specification. An entry is a function that creates the finding, named after
 * its code in camelCase. A code is never renamed or reused. `docs/diagnostics/<code>.md` explains it to users, with an
 * example. The rules above an entry are those of the language reference.
 */

interface Entry<Args extends unknown[]> {
  readonly message: (...args: Args) => string;
  readonly help?: string | ((...args: Args) => string | undefined);
}

type MakeFinding<Args extends unknown[]> = ((span: Span, ...args: Args) => Finding) & { readonly code: string };

function entry<Args extends unknown[]>(severity: Severity, code: string, text: Entry<Args>): MakeFinding<Args> {
  const make = (span: Span, ...args: Args): Finding => ({
    code,
    severity,
    span,
    message: text.message(...args),
    help: typeof text.help === "function" ? text.help(...args) : text.help,
    related: [],
  });
  return Object.assign(make, { code });
}

function error<Args extends unknown[]>(code: string, text: Entry<Args>): MakeFinding<Args> {
  return entry("error", code, text);
}

function warning<Args extends unknown[]>(code: string, text: Entry<Args>): MakeFinding<Args> {
  return entry("warning", code, text);
}

function didYouMean(nearest: string | undefined): string {
  return nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
}

/** Returns characters in quotes, or their code points if some are invisible. */
function showCharacters(text: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(text)
    ? `'${text}'`
    : Array.from(text, (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
}

function count(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? `1 ${one}` : `${n} ${many}`;
}

// --- Lexical structure ---

const commentHelp = "A comment starts with `#` and runs to the end of the line.";

/** E-LEX-1 */
export const illegalCharacter = error("illegal-character", {
  message: (text: string, _line: string) =>
    text.startsWith("\ufeff")
      ? "The file starts with a byte order mark."
      : `Unexpected ${text.length > 1 ? "characters" : "character"} ${showCharacters(text)}.`,
  help: (text, line) => {
    if (text.startsWith("\ufeff")) {
      return "Save the file as UTF-8 without a byte order mark.";
    }
    if (/\/\*|\*\//.test(line)) {
      return commentHelp;
    }
    if (/^(?:'|`|[\u2018-\u201f])/.test(text)) {
      return 'Write strings in straight double quotes: "text".';
    }
    if (text === "\u00a0") {
      return "This is a non-breaking space. Replace it with an ordinary space.";
    }
    if (text === "->") {
      return "Write a route as `route name(Arg, Result, Error)`.";
    }
    switch (text.charAt(0)) {
      case ";":
        return "Remove it: a line needs no terminator.";
      case "<":
      case ">":
        return "Write type arguments in parentheses: `List(String)`.";
      case "*":
        return "Write `union` for an open union and `union_closed` for a closed one, without a `*` on either or on their tags.";
      case "+":
      case "-":
        return "Write a number as digits, with `-` directly before them if it is negative.";
    }
    return /^[^\x20-\x7e]/.test(text)
      ? "Names consist of ASCII letters, digits, `_` and `-`. Use other characters in strings and comments only."
      : "Remove it, or put it into a string or a comment.";
  },
});

/** E-LEX-2 */
export const unterminatedString = error("unterminated-string", {
  message: () => "This string is never closed.",
  help: 'Close it with `"`. Inside a string, write a quote as `\\"`, and do not end a line with a backslash.',
});

/** Conflict markers that version control left in the file, which are not Stone (E-LEX-1). */
export const mergeConflict = error("merge-conflict", {
  message: () => "The file contains an unresolved merge conflict.",
  help: "Keep the version you want, and remove the lines that start with `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`.",
});

/** E-LEX-3 */
export const badIndentation = error("bad-indentation", {
  message: (width: number) => `The line is indented by ${count(width, "space")}, which is not a multiple of four.`,
  help: "Indent by four spaces for each level.",
});

/** QUIRK-4 */
export const tabIndentation = error("tab-indentation", {
  message: () => "The line is indented with a tab.",
  help: "Indent by four spaces for each level.",
});

/** E-LEX-4 */
export const badContinuation = error("bad-continuation", {
  message: (wanted: number, width: number) =>
    `This line inside parentheses is indented by ${count(width, "space")} instead of ${wanted}.`,
  help: "Indent it one level deeper than the first line of the definition, even if it contains only `)`. Or close the parenthesis earlier.",
});

/** A limit of Ashlar. Stone has no such limit. */
export const nestedTooDeeply = error("nested-too-deeply", {
  message: (most: number) => `The nesting is deeper than ${most} levels.`,
  help: "Move the inner part to an alias or a definition of its own, and refer to it by name.",
});

/** A limit of Ashlar. Stone has no such limit. */
export const fileTooLong = error("file-too-long", {
  message: (most: number, what: string) =>
    `The file has more than ${most.toLocaleString("en")} ${what}. It is not read from here on.`,
  help: "Divide it into several files. They may have the same namespace.",
});

/** E-LEX-5 */
export const unmatchedParenthesis = error("unmatched-parenthesis", {
  message: () => "This `)` has no matching `(`.",
  help: "Remove it, or add the missing `(`.",
});

/** LEX-30 */
export const unclosedParenthesis = error("unclosed-parenthesis", {
  message: () => "This `(` is never closed.",
  help: "Close it with `)`.",
});

// --- Syntax ---

const definitionWords =
  "alias, annotation, annotation_type, import, namespace, patch, route, struct, union or union_closed";

/** E-SYN-1 at the start of an item */
export const unknownDefinition = error("unknown-definition", {
  message: (word: string, nearest: string | undefined) =>
    `'${word}' does not start a definition.${didYouMean(nearest)}`,
  help: (word) =>
    word.startsWith('"')
      ? "Write documentation in an indented line below the definition that it describes."
      : word === "example"
        ? "Write an example inside the struct or union that it illustrates, after the fields."
        : `A definition starts with ${definitionWords}.`,
});

/** E-SYN-1; `form` explains how to write the line. */
export const unexpectedToken = error("unexpected-token", {
  message: (found: string, before: string, _form: string | undefined) => `Unexpected '${found}' after '${before}'.`,
  help: (_found, _before, form) => form,
});

/** E-SYN-1 at the start of a line; `parts` explains what is allowed there. */
export const unexpectedLine = error("unexpected-line", {
  message: (found: string, _parts: string | undefined) => `A line cannot start with '${found}' here.`,
  help: (_found, parts) => parts,
});

/** E-SYN-1 at the end of a line, E-SYN-5 */
export const incompleteLine = error("incomplete-line", {
  message: (last: string, _form: string | undefined) => `The line is incomplete: something is missing after '${last}'.`,
  help: (_last, form) => form,
});

/** LEX-7 */
export const commentSign = error("comment-sign", {
  message: (sign: string) => `'${sign}' does not start a comment.`,
  help: commentHelp,
});

/** GRAM-14 */
export const unexpectedColon = error("unexpected-colon", {
  message: (_form: string | undefined) => "Unexpected ':'.",
  help: (form) => form,
});

/** GRAM-14 */
export const documentationOnSameLine = error("documentation-on-same-line", {
  message: () => "Documentation must be on a line of its own.",
  help: "Move it to the next line, indented by four more spaces.",
});

/** LEX-21 */
export const tripleQuotes = error("triple-quotes", {
  message: () => "A string is written in one pair of double quotes.",
  help: 'Write `"…"`: a string may extend over several lines.',
});

/** TYPE-2 */
export const misplacedQuestionMark = error("misplaced-question-mark", {
  message: () => "Unexpected '?': it is allowed only directly after a type.",
  help: "Write `name Type?`.",
});

/** GRAM-8 */
export const trailingComma = error("trailing-comma", {
  message: () => "Unexpected comma after the last item.",
  help: "Remove it.",
});

/** GRAM-8 */
export const missingComma = error("missing-comma", {
  message: (before: string) => `A comma is missing before '${before}'.`,
  help: "Separate the items with commas.",
});

/** GRAM-14 */
export const unexpectedComma = error("unexpected-comma", {
  message: () => "Unexpected comma.",
  help: "Write each field, tag, attribute and entry on a line of its own, without a comma.",
});

/** DEF-1, ATTR-4 */
export const listNotHere = error("list-not-here", {
  message: () => "Lists and maps can be written only in examples.",
  help: "A field cannot default to a list or a map. To make it optional, make it nullable: `name List(String)?`.",
});

/** GRAM-3 */
export const braces = error("braces", {
  message: () => "Unexpected brace: braces enclose only the maps of examples.",
  help: "Write the parts of a definition on the lines below it, indented by four more spaces.",
});

/** GRAM-14 */
export const fieldModifier = error("field-modifier", {
  message: (word: string) => `'${word}' is not part of the syntax of a field.`,
  help: "A field is optional if its type is nullable, `name Type?`, or if it has a default, `name Type = value`. All other fields are required.",
});

/** GRAM-1 */
export const annotationArgumentsHere = error("annotation-arguments-here", {
  message: () => "An annotation is applied without arguments.",
  help: "Declare `annotation Name = Type(arguments)` and apply it with `@Name`.",
});

/** NS-5 */
export const dottedNamespace = error("dotted-namespace", {
  message: () => "The name of a namespace cannot contain a dot.",
  help: "Use a single name, such as `namespace files`.",
});

/** DEF-1, EX-6 */
export const qualifiedWord = error("qualified-word", {
  message: (place: keyof typeof qualifiedPlaces) => `${qualifiedPlaces[place][0]} cannot ${qualifiedPlaces[place][1]}.`,
  help: (place) => qualifiedPlaces[place][2],
});

/** Where a name cannot have a qualifier: what the name is of, what it cannot have, and what to do. */
const qualifiedPlaces = {
  value: ["A tag or label", "have a qualifier", "Write the tag or label alone. It belongs to the type of the field."],
  definition: [
    "A definition",
    "have a qualifier",
    "Write the name alone. A definition belongs to the namespace of its file.",
  ],
  patch: ["A patch", "have a qualifier", "Write the name alone, in a file of the namespace that declares the type."],
  route: ["The name of a route", "contain '.'", "Separate the parts of the name with '/': `items/get`."],
  successor: ["The successor of a route", "have a qualifier", "Write the name of a route of the same namespace."],
  member: [
    "The name of a field, tag or attribute",
    "contain '.'",
    "Use letters, digits and underscores: `created_by`.",
  ],
} as const;

/** GRAM-9 */
export const defaultWithoutType = error("default-without-type", {
  message: (name: string) => `'${name}' has a default but no type.`,
  help: "Write a field as `name Type = default`. The tags of a union have no defaults.",
});

/** GRAM-12 */
export const exampleWithoutFields = error("example-without-fields", {
  message: () => "The example has documentation but sets no field.",
  help: "Set at least one field after the documentation, or remove the documentation.",
});

/** E-SYN-2 */
export const unexpectedIndentation = error("unexpected-indentation", {
  message: () => "The indentation is too deep.",
  help: "Indent by four spaces for each level. The parts of a definition are one level deeper than its first line.",
});

/** E-SYN-3, E-SYN-4 */
export const missingBody = error("missing-body", {
  message: (line: string) => `'${line.trim()}' has no body.`,
  help: "Add its parts below it, indented by four more spaces. A type without fields needs at least documentation.",
});

/** E-SYN-7 */
export const reservedWord = error("reserved-word", {
  message: (word: string) => `'${word}' is a reserved word and cannot be used as a name.`,
  help: (word) => `Choose another name, such as '${word}_'.`,
});

/** E-SYN-8 */
export const duplicateArgument = error("duplicate-argument", {
  message: (name: string) => `The argument '${name}' is given twice.`,
  help: "Remove one of the two.",
});

/** GRAM-8 */
export const positionalAfterKeyword = error("positional-after-keyword", {
  message: () => "A positional argument cannot follow a keyword argument.",
  help: "Move the positional arguments to the front.",
});

/** E-SYN-9 */
export const nullableParent = error("nullable-parent", {
  message: () => "A type cannot extend a nullable type.",
  help: "Remove the `?`.",
});

/** E-SYN-10 */
export const invalidVersion = error("invalid-version", {
  message: () => "The version of a route must be an integer from 1 to 2^53 - 1.",
  help: "Write `route name:2(…)` for version 2. Without a number, the version is 1.",
});

/** E-SYN-11 */
export const duplicateAttribute = error("duplicate-attribute", {
  message: (name: string) => `The attribute '${name}' is set twice.`,
  help: "Remove one of the two.",
});

/** E-SYN-12 */
export const duplicateExample = error("duplicate-example", {
  message: (label: string) => `The type has two examples with the label '${label}'.`,
  help: "Give each example a label of its own.",
});

/** E-SYN-13 */
export const duplicateExampleField = error("duplicate-example-field", {
  message: (name: string) => `The example sets '${name}' twice.`,
  help: "Remove one of the two.",
});

/** E-SYN-14 */
export const invalidMapKey = error("invalid-map-key", {
  message: () => "The key of a map must be a string.",
  help: 'Write each entry as `"key": value`.',
});

/** GRAM-13 */
export const mapInList = error("map-in-list", {
  message: () => "A list in an example cannot contain maps.",
  help: "If the items are structs, give the struct an example and write its label here.",
});

/** GRAM-4 */
export const wrongOrder = error("wrong-order", {
  message: (part: string, before: string) =>
    `${part.charAt(0).toUpperCase()}${part.slice(1)} must come before ${before}.`,
  help: (part, before) =>
    part === "documentation" && before !== "the list of subtypes"
      ? "Indent the documentation of a field by four more spaces than the field. Documentation of the type comes first."
      : "The order is: documentation, the list of subtypes, fields, examples.",
});

/** GRAM-4 */
export const partTwice = error("part-twice", {
  message: (part: string) => `A type can have ${part} only once.`,
  help: "Merge the two into one.",
});

/** GRAM-7 */
export const routeTypes = error("route-types", {
  message: (found: number) => `A route needs three types, but this one has ${found}.`,
  help: "Write the argument, result and error types, with Void for none: `route name(Arg, Result, Error)`.",
});

/** GRAM-8 */
export const nullableTwiceWritten = error("nullable-twice-written", {
  message: () => "The type is marked nullable twice.",
  help: "Write a single `?`.",
});

/** IMP-5 */
export const tooManyQualifiers = error("too-many-qualifiers", {
  message: () => "A name can have only one qualifier.",
  help: "Write `namespace.Name`.",
});

/** LEX-29 */
export const squareBrackets = error("square-brackets", {
  message: () => "Type arguments are written in parentheses, not in square brackets.",
  help: "For example, write `List(String)`.",
});

/** GRAM-4 */
export const inlineNotHere = error("inline-not-here", {
  message: () => "A definition can be nested only below a field or a tag.",
  help: "Move the definition to the top level.",
});

/** INL-5 */
export const inlineWithoutType = error("inline-without-type", {
  message: () => "The nested definition has no name, because the tag above it has no type.",
  help: "Write a type after the tag. The definition takes its name.",
});

/** GRAM-10 */
export const notInPatch = error("not-in-patch", {
  message: () => "A patch can add only fields and examples.",
  help: "Move this to the definition itself.",
});

/** GRAM-1 */
export const notInAnnotationType = error("not-in-annotation-type", {
  message: () => "An annotation type can contain only documentation and parameters.",
  help: "Remove this.",
});

/** GRAM-1 */
export const subtypesOfUnion = error("subtypes-of-union", {
  message: () => "Only a struct can list subtypes.",
  help: "Declare a struct, or make these tags of the union.",
});

/** GRAM-11 */
export const annotationNotHere = error("annotation-not-here", {
  message: () => "An annotation cannot be applied here.",
  help: "Write it below the field, tag or alias that it applies to, indented by four more spaces, before the documentation.",
});

// --- Declarations ---

/** E-DECL-1 */
export const missingNamespace = error("missing-namespace", {
  message: () => "The file does not start with a namespace.",
  help: "Write `namespace name` as the first line.",
});

/** E-DECL-2 */
export const duplicateNamespace = error("duplicate-namespace", {
  message: () => "A file can declare only one namespace.",
  help: "Move the definitions of the other namespace to a file of their own.",
});

/** E-DECL-3, E-DECL-5, E-DECL-7 */
export const duplicateName = error("duplicate-name", {
  message: (name: string) => `'${name}' is already declared in this namespace.`,
  help: "Rename or remove one of the two.",
});

/** E-DECL-4 */
export const builtinRedefined = error("builtin-redefined", {
  message: (name: string) => `'${name}' is a built-in type and cannot be redefined.`,
  help: "Choose another name.",
});

/** E-DECL-6 */
export const duplicateRoute = error("duplicate-route", {
  message: (name: string, version: number) => `Version ${version} of the route '${name}' is already declared.`,
  help: (name, version) => `Give the newer route the next version: \`route ${name}:${version + 1}\`.`,
});

/** E-DECL-8, E-DECL-10 */
export const similarName = error("similar-name", {
  message: (name: string, other: string) => `'${name}' differs from '${other}' only in case, '_' or '/'.`,
  help: "Such names collide in generated code. Rename one of the two.",
});

/** E-DECL-9 */
export const namedLikeNamespace = error("named-like-namespace", {
  message: (name: string, namespace: string) => `'${name}' has the same name as its namespace, '${namespace}'.`,
  help: "Names that differ only in case, '_' or '/' count as equal. Rename one of the two.",
});

/** E-DECL-11 */
export const mixedArguments = error("mixed-arguments", {
  message: () => "The arguments of an annotation must be all positional or all by keyword.",
  help: "Write every argument as `name=value`, or none.",
});

/** E-DECL-12, QUIRK-16 */
export const builtinAnnotationArguments = error("builtin-annotation-arguments", {
  message: (type: string, problem: string) => `${type} ${problem}.`,
  help: (type) => {
    switch (type) {
      case "Omitted":
        return 'Name the callers that receive the field: `Omitted("internal")`.';
      case "RedactedBlot":
      case "RedactedHash":
        return `Write \`${type}()\`, or pass a regular expression for the part that stays visible: \`${type}("(..).*")\`.`;
      default:
        return `Write \`${type}()\`.`;
    }
  },
});

/** E-DECL-13, E-REF-1, E-DOC-8 */
export const ownQualifier = error("own-qualifier", {
  message: (namespace: string) => `'${namespace}' is the namespace of this file.`,
  help: "Remove the qualifier.",
});

/** E-DECL-14 */
export const builtinAnnotationRedefined = error("builtin-annotation-redefined", {
  message: (name: string) => `'${name}' is a built-in annotation type and cannot be redefined.`,
  help: "Choose another name.",
});

/** E-DECL-15 */
export const annotatedParameter = error("annotated-parameter", {
  message: () => "The parameters of an annotation type cannot have annotations.",
  help: "Remove the annotation.",
});

/** E-DECL-16, E-DECL-17 */
export const parameterWithoutType = error("parameter-without-type", {
  message: (name: string) => `The parameter '${name}' has no type, or the type Void.`,
  help: "Write a primitive type after the name.",
});

/** E-DECL-18 */
export const nullableParameterDefault = error("nullable-parameter-default", {
  message: (name: string) => `The parameter '${name}' is nullable and also has a default.`,
  help: "Remove the `?` or the default.",
});

/** E-DECL-19, E-DECL-22 */
export const parameterType = error("parameter-type", {
  message: (name: string) => `The parameter '${name}' has a type that is not allowed for parameters.`,
  help: "Use Boolean, Bytes, String, Timestamp or a numeric type, nullable or not. Aliases are not allowed.",
});

/** E-DECL-20 */
export const invalidParameterDefault = error("invalid-parameter-default", {
  message: (name: string, reason: string) =>
    `The default of the parameter '${name}' does not match its type: ${reason}.`,
});

/** E-DECL-21 */
export const duplicateParameter = error("duplicate-parameter", {
  message: (name: string) => `The parameter '${name}' is declared twice.`,
  help: "Rename or remove one of the two.",
});

// --- Imports ---

/** E-IMP-1 */
export const importSelf = error("import-self", {
  message: (name: string) => `The namespace '${name}' imports itself.`,
  help: "Remove the import. All files of a namespace share their definitions.",
});

/** E-IMP-2, E-ANN-1, E-REF-1, E-AREF-1, E-DOC-8 */
export const unknownNamespace = error("unknown-namespace", {
  message: (name: string, nearest?: string) => `No file declares the namespace '${name}'.${didYouMean(nearest)}`,
  help: "Add the file that declares it to the specifications that you compile.",
});

/** E-IMP-3 */
export const circularImport = error("circular-import", {
  message: (name: string, other: string) => `'${name}' and '${other}' import each other.`,
  help: "Move the definitions that both need to a third namespace.",
});

// --- Patches ---

/** E-PATCH-1 */
export const patchUnknown = error("patch-unknown", {
  message: (name: string, nearest?: string) => `This namespace has no type '${name}' to patch.${didYouMean(nearest)}`,
  help: "A patch adds to a struct or union of its own namespace.",
});

/** E-PATCH-2 */
export const patchKind = error("patch-kind", {
  message: (name: string, kind: string) => `'${name}' is ${kind} and cannot be patched like this.`,
  help: "Patches apply to structs and unions. Write `patch struct`, `patch union` or `patch union_closed`, as in the definition.",
});

/** E-PATCH-3 */
export const patchOpenness = error("patch-openness", {
  message: (name: string, closed: boolean) => `'${name}' is ${closed ? "a closed" : "an open"} union.`,
  help: (name, closed) => `Write \`patch ${closed ? "union_closed" : "union"} ${name}\`.`,
});

/** E-PATCH-4 */
export const patchFieldExists = error("patch-field-exists", {
  message: (field: string, type: string) => `'${type}' already has a field '${field}'.`,
  help: "A patch can add fields, but not change them. Change the definition itself.",
});

/** E-PATCH-5 */
export const patchExampleUnknown = error("patch-example-unknown", {
  message: (label: string, type: string) => `'${type}' has no example '${label}' to add to.`,
  help: "A patch can add entries to existing examples, but not new examples. Add the example to the definition itself.",
});

// --- Custom annotations ---

/** E-ANN-1, E-REF-1, E-AREF-1, E-DOC-8 */
export const notImported = error("not-imported", {
  message: (name: string) => `The namespace '${name}' is not imported here.`,
  help: (name) => `Add \`import ${name}\` at the top of the file.`,
});

/** E-ANN-2, E-REF-2, E-AREF-2, E-DOC-8 */
export const notANamespace = error("not-a-namespace", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a namespace.`,
  help: "Only the name of an imported namespace can precede the dot.",
});

/** E-ANN-3 */
export const unknownAnnotationType = error("unknown-annotation-type", {
  message: (name: string, nearest?: string) => `No annotation type is named '${name}'.${didYouMean(nearest)}`,
  help: "Declare it with `annotation_type`, or use a built-in one: Deprecated, Omitted, Preview, RedactedBlot, RedactedHash.",
});

/** E-ANN-4 */
export const notAnAnnotationType = error("not-an-annotation-type", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not an annotation type.`,
  help: "Declare one with `annotation_type`, or use a built-in one.",
});

/** E-ANN-5 */
export const tooManyArguments = error("too-many-arguments", {
  message: (type: string, most: number, found: number) =>
    `'${type}' expects ${count(most, "argument")}, but got ${found}.`,
  help: "Remove the surplus arguments.",
});

/** E-ANN-6 */
export const unknownParameter = error("unknown-parameter", {
  message: (type: string, name: string, nearest?: string) =>
    `'${type}' has no parameter '${name}'.${didYouMean(nearest)}`,
});

/** E-ANN-7 */
export const invalidArgument = error("invalid-argument", {
  message: (name: string, reason: string) => `The value of '${name}' does not match its type: ${reason}.`,
});

/** E-ANN-8 */
export const missingArgument = error("missing-argument", {
  message: (type: string, name: string) => `'${type}' requires a value for '${name}'.`,
  help: (_type, name) => `Add the argument, or give the parameter '${name}' a default.`,
});

// --- Type references ---

/** E-REF-3 */
export const unknownType = error("unknown-type", {
  message: (name: string, nearest?: string, _toImport?: string) => `No type is named '${name}'.${didYouMean(nearest)}`,
  help: (name, nearest, toImport) =>
    optionalNames.has(name.toLowerCase())
      ? "Write `?` after the type of a value that may be absent: `String?`."
      : nearest === undefined || toImport === undefined
        ? "Declare it, or import the namespace that declares it and write `namespace.Type`."
        : `Add \`import ${toImport}\` at the top of the file, and write \`${nearest}\`.`,
});

/** Names that other languages have for nullable types. */
const optionalNames: ReadonlySet<string> = new Set(["maybe", "nullable", "option", "optional"]);

/** E-REF-4, QUIRK-8 */
export const nullableVoid = error("nullable-void", {
  message: () => "Void has no value and cannot be nullable.",
  help: "Remove the `?`.",
});

/** E-REF-5, QUIRK-14 */
export const notAType = error("not-a-type", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a type.`,
  help: "Use a built-in type, a struct, a union or an alias.",
});

/** E-REF-6 */
export const argumentsOnNamedType = error("arguments-on-named-type", {
  message: (name: string) => `'${name}' takes no arguments.`,
  help: "Only built-in types take arguments. Put them where the alias is declared.",
});

/** E-REF-7 */
export const nullableTwice = error("nullable-twice", {
  message: (name: string) => `'${name}' is already nullable.`,
  help: "Remove the `?`.",
});

/** E-REF-8 */
export const circularInheritance = error("circular-inheritance", {
  message: (name: string) => `'${name}' extends itself, directly or indirectly.`,
  help: "Remove one `extends` of the cycle.",
});

/** A limit of Ashlar. Stone has no such limit. */
export const tooManyAncestors = error("too-many-ancestors", {
  message: (name: string, most: number) => `'${name}' has more than ${most} ancestors.`,
  help: "Shorten the chain of types that extend each other.",
});

/** E-REF-9 */
export const missingTypeArgument = error("missing-type-argument", {
  message: (type: BuiltinName, wanted: string) => `'${type}' requires ${wanted}.`,
  help: (type) => typeUsage(type),
});

/** E-REF-10 */
export const tooManyTypeArguments = error("too-many-type-arguments", {
  message: (type: BuiltinName, most: number) =>
    most === 0
      ? `'${type}' takes no positional arguments.`
      : `'${type}' takes only ${count(most, "positional argument")}.`,
  help: (type) => typeUsage(type),
});

/** E-REF-11 */
export const unknownTypeArgument = error("unknown-type-argument", {
  message: (type: BuiltinName, name: string, nearest?: string) =>
    `'${type}' has no argument '${name}'.${didYouMean(nearest)}`,
  help: (type) => typeUsage(type),
});

/** E-REF-12 */
export const positionalByKeyword = error("positional-by-keyword", {
  message: (type: BuiltinName, name: string) => `The argument '${name}' of '${type}' must be positional.`,
  help: (type) => typeUsage(type),
});

/** E-REF-13, E-REF-14 */
export const invalidTypeArgument = error("invalid-type-argument", {
  message: (type: string, name: string, problem: string) => `The ${name} of '${type}' ${problem}.`,
});

/** E-REF-13k */
export const invalidPattern = error("invalid-pattern", {
  message: (problem: string) => `The pattern is not a valid regular expression: ${problem}.`,
  help: 'Patterns use the syntax of Python\'s `re` module. In a string, write each backslash twice: "\\\\d+".',
});

/** E-REF-13p */
export const mapKeyType = error("map-key-type", {
  message: () => "The key type of a map must be String.",
  help: "Write `Map(String, …)`, optionally with lengths and a pattern. Aliases and nullable types are not allowed.",
});

/** QUIRK-7 */
export const literalAsType = error("literal-as-type", {
  message: () => "Expected a type, found a value.",
  help: "Replace the value with the name of a type.",
});

/** A pattern that has no equivalent regular expression in JavaScript. */
export const patternNotPortable = warning("pattern-not-portable", {
  message: (problem: string) => `No code can be generated for this pattern: ${problem}.`,
  help: "The specification is valid Stone, but `ashlar generate` rejects it. Write the pattern differently.",
});

function typeUsage(type: BuiltinName): string {
  switch (type) {
    case "List":
      return "Write `List(String)`, optionally with `min_items` and `max_items` after the type.";
    case "Map":
      return "Write `Map(String, Int32)`: the key type, then the value type.";
    case "Timestamp":
      return 'Write the format: `Timestamp("%Y-%m-%dT%H:%M:%SZ")`.';
    case "String":
      return "String takes the keyword arguments `min_length`, `max_length` and `pattern`.";
    case "Boolean":
    case "Bytes":
    case "Void":
      return `${type} takes no arguments.`;
    case "Int32":
    case "Int64":
    case "UInt32":
    case "UInt64":
    case "Float32":
    case "Float64":
      return `${type} takes the keyword arguments \`min_value\` and \`max_value\`.`;
  }
}

// --- Annotation references ---

/** E-AREF-3 */
export const unknownAnnotation = error("unknown-annotation", {
  message: (name: string, nearest: string | undefined) => `No annotation is named '${name}'.${didYouMean(nearest)}`,
  help: (name) => `Declare it: \`annotation ${name} = …\`.`,
});

/** E-AREF-4 */
export const notAnAnnotation = error("not-an-annotation", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not an annotation.`,
  help: "Declare one with `annotation Name = Type(arguments)`.",
});

/** E-AREF-5, E-AREF-6, E-AREF-8, E-AREF-9, E-AREF-11 */
export const annotationTwice = error("annotation-twice", {
  message: (name: string, what: string) => `'${name}' already has ${what}.`,
  help: "Remove one of the annotations.",
});

/** E-AREF-7 */
export const deprecatedAndPreview = error("deprecated-and-preview", {
  message: (name: string) => `'${name}' cannot be both deprecated and in preview.`,
  help: "Remove one of the annotations.",
});

/** E-AREF-10 */
export const annotationOnAlias = error("annotation-on-alias", {
  message: (kind: string) => `The annotation type ${kind} does not apply to aliases.`,
  help: "An alias accepts redactors and custom annotations. Annotate the fields that use it instead.",
});

// --- Aliases, structs, unions ---

/** E-ALIAS-1 */
export const circularAlias = error("circular-alias", {
  message: (name: string) => `The alias '${name}' refers to itself, directly or indirectly.`,
  help: "Let one alias of the cycle name another type.",
});

/** E-STRUCT-1, E-UNION-1 */
export const extendsAlias = error("extends-alias", {
  message: (name: string) => `'${name}' is an alias and cannot be extended.`,
  help: "Extend the type that the alias names.",
});

/** E-STRUCT-2, E-UNION-2 */
export const extendsWrongKind = error("extends-wrong-kind", {
  message: (child: string, name: string, kind: string) => `A ${child} cannot extend '${name}', which is ${kind}.`,
  help: (child) => `A ${child} can extend only a ${child}.`,
});

/** E-STRUCT-3 */
export const fieldWithoutType = error("field-without-type", {
  message: (name: string) => `The field '${name}' has no type, or the type Void.`,
  help: "Write a type after the name. Only the tags of unions can do without one.",
});

/** E-STRUCT-4 */
export const nullableWithDefault = error("nullable-with-default", {
  message: (name: string) => `The field '${name}' is nullable and also has a default.`,
  help: "Remove the `?` or the default. Either makes the field optional.",
});

/** E-STRUCT-5, E-UNION-6 */
export const duplicateField = error("duplicate-field", {
  message: (kind: string, name: string) => `The ${kind} '${name}' is declared twice.`,
  help: "Rename or remove one of the two.",
});

/** E-STRUCT-6, E-UNION-7 */
export const inheritedField = error("inherited-field", {
  message: (kind: string, name: string, ancestor: string) =>
    `The ${kind} '${name}' is already inherited from '${ancestor}'.`,
  help: "Remove it, or choose another name.",
});

/** E-UNION-3 */
export const tagOther = error("tag-other", {
  message: () => "The tag 'other' cannot be declared.",
  help: "Every open union (`union`) has this tag implicitly. Remove the line.",
});

/** E-UNION-4 */
export const explicitVoid = error("explicit-void", {
  message: (name: string) => `The tag '${name}' has the type Void.`,
  help: "Remove the type: a tag without a type has no value.",
});

/** E-UNION-5 */
export const closedExtendsOpen = error("closed-extends-open", {
  message: (name: string, parent: string) => `The closed union '${name}' extends '${parent}', which is open.`,
  help: "Make both open (`union`) or both closed (`union_closed`).",
});

// --- Defaults ---

/** E-DEF-1, E-DEF-4, E-DEF-6, E-DEF-7 */
export const invalidDefault = error("invalid-default", {
  message: (name: string, reason: string) => `The default of '${name}' does not match its type: ${reason}.`,
});

/** E-DEF-2 */
export const unknownDefaultTag = error("unknown-default-tag", {
  message: (tag: string, union: string, nearest?: string) => `'${union}' has no tag '${tag}'.${didYouMean(nearest)}`,
  help: "The default of a field whose type is a union is one of the union's tags.",
});

/** E-DEF-3 */
export const defaultTagWithValue = error("default-tag-with-value", {
  message: (tag: string, union: string) =>
    `The tag '${tag}' of '${union}' carries a value and cannot be used as a default.`,
  help: "Use a tag without a type.",
});

/** E-DEF-5 */
export const defaultImpossible = error("default-impossible", {
  message: (name: string, kind: string) => `'${name}' is ${kind} and cannot have a default.`,
  help: "To make the field optional, make it nullable.",
});

/** A default that a JavaScript number cannot represent. */
export const defaultNotExact = warning("default-not-exact", {
  message: (name: string, value: bigint) =>
    `The default of '${name}', ${value.toString()}, cannot be represented exactly by a JavaScript number.`,
  help: 'The generated package rounds it when it reads a value without the field. Use a default within ±(2^53 - 1), or generate with `int64: "bigint"`.',
});

/** A default that Stone accepts but the generated package rejects. */
export const defaultRefused = warning("default-refused", {
  message: (name: string, reason: string) => `The generated package rejects the default of '${name}': ${reason}.`,
  help: "A value that is read without the field has this default, which is never sent: the field is left out. Correct it if the specification is yours.",
});

/** A route for which neither clients nor servers get a method. */
export const unknownRouteStyle = warning("unknown-route-style", {
  message: (name: string, style: string, nearest?: string) =>
    `The route '${name}' has the unknown style '${style}', so no client or server method is generated for it.${didYouMean(nearest)}`,
  help: "The styles are rpc, upload and download. Correct the attribute, or name another attribute in `binding.attributes.style`.",
});

/** PKG-1 */
export const nameClash = error("name-clash", {
  message: (
    second: string,
    first: string,
    outcome: string,
    _option?: { readonly kind: string; readonly key: string },
  ) =>
    `${second.charAt(0).toUpperCase()}${second.slice(1)} and ${first} would both ${outcome} in the generated package.`,
  help: (_second, _first, _outcome, option) =>
    option === undefined
      ? "Rename one of them, or change `path` or `versionSuffix` in the `binding` of the configuration."
      : `Rename one of them, or choose a name in the configuration: \`names: { ${option.kind}: { "${option.key}": "…" } }\`.`,
});

/** QUIRK-5 */
export const ignoredTagDefault = warning("ignored-tag-default", {
  message: (name: string) => `The default of the tag '${name}' has no effect.`,
  help: "Remove it: tags have no defaults.",
});

// --- Enumerated subtypes ---

/** E-SUB-2 */
export const subtypeNotStruct = error("subtype-not-struct", {
  message: (name: string, kind: string) => `The subtype '${name}' is ${kind}, not a struct.`,
  help: "List structs by their own names, not by aliases.",
});

/** E-SUB-3 */
export const subtypesOfChild = error("subtypes-of-child", {
  message: (name: string) => `'${name}' extends another struct and cannot list subtypes.`,
  help: "Only a struct at the root of its hierarchy can list subtypes.",
});

/** E-SUB-4 */
export const duplicateSubtype = error("duplicate-subtype", {
  message: (name: string) => `The subtype '${name}' is listed twice.`,
  help: "Remove one of the two.",
});

/** E-SUB-5 */
export const subtypeNotChild = error("subtype-not-child", {
  message: (name: string, parent: string) => `The subtype '${name}' does not extend '${parent}'.`,
  help: (name, parent) => `Write \`struct ${name} extends ${parent}\`.`,
});

/** E-SUB-6 */
export const subtypeTagIsField = error("subtype-tag-is-field", {
  message: (name: string) => `'${name}' is both a field and the tag of a subtype.`,
  help: "Rename one of the two.",
});

/** E-SUB-7 */
export const duplicateSubtypeTag = error("duplicate-subtype-tag", {
  message: (name: string) => `Two subtypes have the tag '${name}'.`,
  help: "Give each subtype a tag of its own.",
});

/** E-SUB-8 */
export const subtypeMissing = error("subtype-missing", {
  message: (name: string, parent: string) => `'${name}' extends '${parent}' but is not in its list of subtypes.`,
  help: "Add it to the list. A list of subtypes must be complete.",
});

/** E-SUB-9 */
export const subtypeExtended = error("subtype-extended", {
  message: (name: string, child: string) => `'${child}' extends '${name}', which is a listed subtype.`,
  help: "A listed subtype cannot be extended.",
});

// --- Route schema and routes ---

/** E-CFG-1 */
export const routeInStoneCfg = error("route-in-stone-cfg", {
  message: () => "The namespace stone_cfg cannot contain routes.",
  help: "Move the route to another namespace.",
});

/** E-CFG-2, E-CFG-3 */
export const typeInStoneCfg = error("type-in-stone-cfg", {
  message: (name: string) => `The namespace stone_cfg cannot contain the type '${name}'.`,
  help: "Its only type is the struct `Route`, whose fields are the attributes of routes.",
});

/** E-ROUTE-1 */
export const unknownSuccessor = error("unknown-successor", {
  message: (name: string, nearest?: string) => `This namespace has no route '${name}'.${didYouMean(nearest)}`,
  help: "The route after `deprecated by` must be in the same namespace.",
});

/** E-ROUTE-2 */
export const successorNotRoute = error("successor-not-route", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a route.`,
  help: "Write the name of a route after `deprecated by`.",
});

/** E-ATTR-1 */
export const missingAttribute = error("missing-attribute", {
  message: (route: string, name: string) => `The route '${route}' does not set the required attribute '${name}'.`,
  help: (_, name) => `Add \`${name} = …\` below \`attrs\`.`,
});

/** E-ATTR-2, E-ATTR-3 */
export const invalidAttribute = error("invalid-attribute", {
  message: (name: string, reason: string) => `The value of the attribute '${name}' does not match its type: ${reason}.`,
});

/** E-ATTR-4 */
export const attributeTag = error("attribute-tag", {
  message: (tag: string, union: string, problem: string) => `The tag '${tag}' of '${union}' ${problem}.`,
  help: "Use a tag without a type.",
});

/** E-ATTR-5 */
export const unknownAttribute = error("unknown-attribute", {
  message: (name: string, nearest: string | undefined, _declaration: string | undefined) =>
    `Routes have no attribute '${name}'.${didYouMean(nearest)}`,
  help: (_name, _nearest, declaration) =>
    declaration === undefined
      ? "The attributes are the fields of the struct `Route` in the namespace `stone_cfg`."
      : `The fields of the struct \`Route\` in the namespace \`stone_cfg\` are the attributes, and there is no such struct yet. Add a file with these lines:\n\nnamespace stone_cfg\n\nstruct Route\n    ${declaration}`,
});

/** E-ATTR-6 */
export const attributeImpossible = error("attribute-impossible", {
  message: (name: string, kind: string) => `The attribute '${name}' is ${kind}, which has no literal form.`,
  help: "Give it a primitive type or a union in `stone_cfg`.",
});

// --- Examples ---

/** An example that Stone accepts but a strict decoder rejects. */
export const exampleRefused = warning("example-refused", {
  message: (name: string, reason: string) => `A strict decoder rejects the example value of '${name}': ${reason}.`,
  help: "The generated package is not affected; documentation, exports and mocks may leave the example out. Correct it if the specification is yours.",
});

/** E-EX-1 */
export const exampleUnknownField = error("example-unknown-field", {
  message: (type: string, name: string, nearest?: string) => `'${type}' has no field '${name}'.${didYouMean(nearest)}`,
});

/** E-EX-2 */
export const exampleMissingField = error("example-missing-field", {
  message: (label: string, name: string) => `The example '${label}' does not set the required field '${name}'.`,
  help: "An example must set every field that is not nullable and has no default.",
});

/** E-EX-3, E-EX-13 */
export const exampleValue = error("example-value", {
  message: (name: string, reason: string) => `The value of '${name}' does not match its type: ${reason}.`,
});

/** E-EX-4 */
export const exampleNeedsLabel = error("example-needs-label", {
  message: (type: string) => `Expected the label of an example of '${type}'.`,
  help: (type) => `Declare an example in '${type}' and write its label here.`,
});

/** E-EX-5, E-EX-15 */
export const exampleUnknownLabel = error("example-unknown-label", {
  message: (type: string, label: string, nearest?: string) =>
    `'${type}' has no example '${label}'.${didYouMean(nearest)}`,
  help: (type) => `Declare it in '${type}', or use the label of an example that exists.`,
});

/** E-EX-6 */
export const exampleOneTag = error("example-one-tag", {
  message: (label: string, found: number) => `The example '${label}' sets ${count(found, "tag")} instead of one.`,
  help: "Set exactly one tag of the union: to its value, or to null if it has none.",
});

/** E-EX-7 */
export const exampleUnknownTag = error("example-unknown-tag", {
  message: (type: string, tag: string, nearest?: string) => `'${type}' has no tag '${tag}'.${didYouMean(nearest)}`,
});

/** E-EX-8 */
export const exampleVoidTag = error("example-void-tag", {
  message: (tag: string) => `The tag '${tag}' carries no value.`,
  help: (tag) => `Write \`${tag} = null\`.`,
});

/** E-EX-9 */
export const exampleOneSubtype = error("example-one-subtype", {
  message: (label: string, found: number) =>
    `The example '${label}' has ${count(found, "entry", "entries")} instead of one.`,
  help: "An example of a struct with subtypes is a single entry: a subtype's tag and the label of one of its examples.",
});

/** E-EX-10 */
export const exampleSubtypeLabel = error("example-subtype-label", {
  message: (type: string) => `Expected the label of an example of the subtype '${type}'.`,
  help: (type) => `Declare an example in '${type}' and write its label here.`,
});

/** E-EX-11 */
export const exampleUnknownSubtype = error("example-unknown-subtype", {
  message: (type: string, tag: string, nearest?: string) => `'${type}' has no subtype '${tag}'.${didYouMean(nearest)}`,
});

/** A limit of Ashlar: each example can include others, so a few lines can describe a huge value. */
export const exampleTooLarge = error("example-too-large", {
  message: (label: string) => `The example '${label}', with the examples that it includes, is too large or too deep.`,
  help: "Include fewer other examples.",
});

/** E-EX-16 */
export const exampleContainsItself = error("example-contains-itself", {
  message: (label: string) => `The example '${label}' contains itself.`,
  help: "Refer to another example, or leave out the nullable field that leads back.",
});

// --- Documentation ---

/** E-DOC-1 */
export const docUnknownKind = error("doc-unknown-kind", {
  message: (kind: string) => `':${kind}:' is not a kind of reference.`,
  help: "Use `:type:`, `:field:`, `:route:`, `:link:` or `:val:`, followed by a value in backquotes.",
});

/** E-DOC-2, E-DOC-3, E-DOC-6, E-DOC-13, E-DOC-14 */
export const docNotAType = error("doc-not-a-type", {
  message: (name: string, problem: string, nearest?: string, _toImport?: string) =>
    `'${name}' ${problem}.${didYouMean(nearest)}`,
  help: (_name, _problem, nearest?: string, toImport?: string) =>
    nearest === undefined || toImport === undefined
      ? "Name a struct or union of this namespace, or of an imported one as `namespace.Type`."
      : `Add \`import ${toImport}\` at the top of the file, and write \`${nearest}\`.`,
});

/** E-DOC-4 */
export const docUnknownField = error("doc-unknown-field", {
  message: (type: string, name: string, nearest?: string) => `'${type}' has no field '${name}'.${didYouMean(nearest)}`,
});

/** E-DOC-5 */
export const docFieldOfNothing = error("doc-field-of-nothing", {
  message: (name: string) => `The reference to the field '${name}' does not name a type.`,
  help: (name) => `Only the documentation of a type can omit the type's name. Write :field:\`Type.${name}\`.`,
});

/** E-DOC-7 */
export const docLink = error("doc-link", {
  message: (value: string) => `'${value}' is not a title followed by a space and a URL.`,
  help: "Write it like :link:`the manual https://example.com/manual`.",
});

/** E-DOC-9 */
export const docUnknownRoute = error("doc-unknown-route", {
  message: (name: string, nearest?: string) => `No route is named '${name}'.${didYouMean(nearest)}`,
});

/** E-DOC-10 */
export const docNotARoute = error("doc-not-a-route", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a route.`,
  help: "Refer to a struct or union with `:type:`.",
});

/** E-DOC-11, E-DOC-12 */
export const docRouteVersion = error("doc-route-version", {
  message: (name: string, version: string) => `The route '${name}' has no version '${version}'.`,
  help: "Write :route:`name` for version 1, and :route:`name:2` for version 2.",
});

/** E-DOC-15 */
export const docValue = error("doc-value", {
  message: (value: string) => `'${value}' is not a literal.`,
  help: 'Write null, true, false, a number, or a string in double quotes, such as :val:`"text"`.',
});

// --- Redactors ---

/** E-RED-1 */
export const redactorOnAliasedField = error("redactor-on-aliased-field", {
  message: (name: string, alias: string) => `'${name}' has a redactor, but its type is the alias '${alias}'.`,
  help: "Apply the redactor to the alias.",
});

/** E-RED-2 */
export const redactorTwice = error("redactor-twice", {
  message: (name: string, alias: string) => `Both '${name}' and the alias '${alias}' that it uses have a redactor.`,
  help: "Remove one of the two.",
});

/** E-RED-3 */
export const redactorImpossible = error("redactor-impossible", {
  message: (name: string, kind: string) => `'${name}' cannot be redacted: its type is or contains ${kind}.`,
  help: "Redact the fields of that type instead.",
});
