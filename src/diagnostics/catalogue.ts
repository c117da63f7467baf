import type { Span } from "../source/span.js";
import type { Finding, Severity } from "./diagnostic.js";

/*
 * Every message that Ashlar gives about a specification. An entry is the function that makes the finding. A code is
 * never renamed or used for something else; the rules in brackets are those of the language reference.
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

function count(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? `1 ${one}` : `${n} ${many}`;
}

// --- Lexical structure ---

const commentHelp = "Comments begin with `#` and end with their line.";

/** E-LEX-1 */
export const illegalCharacter = error("illegal-character", {
  message: (text: string, _line: string) =>
    text.startsWith("\ufeff")
      ? "The file begins with a byte order mark."
      : `${text.length > 1 ? "The characters" : "The character"} '${text}' ${text.length > 1 ? "begin" : "begins"} nothing in Stone.`,
  help: (text, line) => {
    if (text.startsWith("\ufeff")) {
      return "Save the file as UTF-8 without a byte order mark.";
    }
    if (/\/\*|\*\//.test(line)) {
      return commentHelp;
    }
    if (/^(?:'|`|[\u2018-\u201f])/.test(text)) {
      return 'Strings stand in straight double quotes: "text".';
    }
    if (text === "\u00a0") {
      return "This is a no-break space. Write an ordinary one.";
    }
    if (text === "->") {
      return "A route is written `route name(Arg, Result, Error)`.";
    }
    switch (text.charAt(0)) {
      case ";":
        return "Lines end without a sign.";
      case "<":
      case ">":
        return "Arguments of types stand in parentheses: `List(String)`.";
      case "*":
        return "An open union is a `union`, a closed one a `union_closed`: neither they nor their tags have a `*`.";
      case "+":
      case "-":
        return "A number is digits, with `-` directly in front if it is negative.";
    }
    return /^[^\x20-\x7e]/.test(text)
      ? "Names consist of ASCII letters, digits, `_` and `-`. Other characters belong in strings and comments."
      : "Remove it, or put it into a string or behind `#`.";
  },
});

/** E-LEX-2 */
export const unterminatedString = error("unterminated-string", {
  message: () => "The string that begins here is never closed.",
  help: 'Close it with `"`. Write a quote inside a string as `\\"`, and end no line in a backslash.',
});

/** Lines that version control has left, which are no Stone (E-LEX-1). */
export const mergeConflict = error("merge-conflict", {
  message: () => "A merge conflict is not resolved here.",
  help: "Keep what is right of its versions, and remove the lines that begin with `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`.",
});

/** E-LEX-3 */
export const badIndentation = error("bad-indentation", {
  message: (width: number) => `The line is indented by ${count(width, "space")}, which is no multiple of four.`,
  help: "Each level of indentation is four spaces.",
});

/** QUIRK-4 */
export const tabIndentation = error("tab-indentation", {
  message: () => "The line is indented with a tab.",
  help: "Each level of indentation is four spaces.",
});

/** E-LEX-4 */
export const badContinuation = error("bad-continuation", {
  message: (wanted: number, width: number) =>
    `A line inside parentheses is indented by ${count(width, "space")} where it must be ${wanted}.`,
  help: "Indent it one level deeper than the line that began the definition, also a line that holds only `)`; or close the parenthesis before.",
});

/** More than Ashlar can read; Stone has no limit of its own. */
export const nestedTooDeeply = error("nested-too-deeply", {
  message: (most: number) => `Nothing can be nested deeper than ${most} levels.`,
  help: "Give a name to what is inside, with an alias or a definition of its own.",
});

/** E-LEX-5 */
export const closingParenthesis = error("unmatched-parenthesis", {
  message: () => "This `)` closes nothing.",
  help: "Remove it, or open a parenthesis before.",
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
  message: (word: string, nearest: string | undefined) => `'${word}' begins no definition.${didYouMean(nearest)}`,
  help: (word) =>
    word.startsWith('"')
      ? "Documentation stands in an indented line below what it documents."
      : word === "example"
        ? "Examples stand inside the struct or union that they show, behind its fields."
        : `A definition begins with ${definitionWords}.`,
});

/** E-SYN-1; `form` tells how the line is written. */
export const tokenUnexpected = error("unexpected-token", {
  message: (found: string, before: string, _form: string | undefined) => `'${found}' cannot follow '${before}'.`,
  help: (_found, _before, form) => form,
});

/** E-SYN-1 at the start of a line; `parts` tells what can stand there. */
export const lineUnexpected = error("unexpected-line", {
  message: (found: string, _parts: string | undefined) => `A line cannot begin with '${found}' here.`,
  help: (_found, parts) => parts,
});

/** E-SYN-1 at the end of a line, E-SYN-5 */
export const lineIncomplete = error("incomplete-line", {
  message: (last: string, _form: string | undefined) => `Something is missing behind '${last}'.`,
  help: (_last, form) => form,
});

/** LEX-7 */
export const commentSign = error("comment-sign", {
  message: (sign: string) => `'${sign}' begins no comment.`,
  help: commentHelp,
});

/** GRAM-14 */
export const colonNotHere = error("unexpected-colon", {
  message: (_form: string | undefined) => "No ':' can stand here.",
  help: (form) => form,
});

/** GRAM-14 */
export const docOnSameLine = error("documentation-on-same-line", {
  message: () => "Documentation cannot stand on the line of what it documents.",
  help: "Write it in the next line, indented by four more spaces.",
});

/** TYPE-2 */
export const questionNotHere = error("misplaced-question-mark", {
  message: () => "A '?' stands directly behind a type, and nowhere else.",
  help: "Write `name Type?`.",
});

/** GRAM-8 */
export const trailingComma = error("trailing-comma", {
  message: () => "No comma stands behind the last item.",
  help: "Remove it.",
});

/** GRAM-8 */
export const commaMissing = error("missing-comma", {
  message: (before: string) => `A comma is missing before '${before}'.`,
});

/** GRAM-14 */
export const commaNotHere = error("unexpected-comma", {
  message: () => "No comma can stand here.",
  help: "Each field, tag, attribute and entry has a line of its own, without a comma.",
});

/** DEF-1, ATTR-4 */
export const listNotHere = error("list-not-here", {
  message: () => "Lists and maps can be written in examples only.",
  help: "A field with a list can be made nullable: `name List(String)?`.",
});

/** GRAM-3 */
export const braces = error("braces", {
  message: () => "Braces do not enclose anything but the maps of examples.",
  help: "The parts of a definition stand in lines below it, indented by four more spaces.",
});

/** GRAM-14 */
export const fieldModifier = error("field-modifier", {
  message: (word: string) => `'${word}' is no part of a field.`,
  help: "A field is optional if its type is nullable, `name Type?`, or if it has a default, `name Type = value`; else it is required.",
});

/** GRAM-1 */
export const annotationArguments = error("annotation-arguments-here", {
  message: () => "An annotation is applied without arguments.",
  help: "Declare `annotation Name = Type(arguments)`, and write `@Name` here.",
});

/** NS-5 */
export const dottedNamespace = error("dotted-namespace", {
  message: () => "The name of a namespace has no dots.",
  help: "Write a single name, as it stands behind `namespace`.",
});

/** DEF-1, EX-6 */
export const qualifiedWord = error("qualified-word", {
  message: () => "Tags and labels are written without a qualifier.",
  help: "Write the tag or label alone: the type of the field tells where to look for it.",
});

/** GRAM-9 */
export const defaultWithoutType = error("default-without-type", {
  message: (name: string) => `'${name}' has a default, but no type.`,
  help: "Fields are written `name Type = default`. Tags of unions have no values of their own.",
});

/** GRAM-12 */
export const exampleWithoutFields = error("example-without-fields", {
  message: () => "The example has documentation, but sets no field.",
  help: "Set at least one field below the documentation, or leave the documentation out.",
});

/** E-SYN-2 */
export const unexpectedIndent = error("unexpected-indentation", {
  message: () => "The lines below are indented deeper than anything here can be.",
  help: "Each level of indentation is four spaces, and each part of a definition is one level below its head.",
});

/** E-SYN-3, E-SYN-4 */
export const bodyMissing = error("missing-body", {
  message: (line: string) => `Nothing stands below '${line.trim()}', where something must.`,
  help: "Indent its parts by four more spaces. A type without any fields needs at least documentation.",
});

/** E-SYN-7 */
export const reservedWord = error("reserved-word", {
  message: (word: string) => `'${word}' is a word of the language and cannot be a name.`,
  help: (word) => `Take another name, such as '${word}_'.`,
});

/** E-SYN-8 */
export const argumentTwice = error("duplicate-argument", {
  message: (name: string) => `The argument '${name}' is given twice.`,
});

/** GRAM-8 */
export const positionalAfterKeyword = error("positional-after-keyword", {
  message: () => "An argument without a keyword stands behind one with a keyword.",
  help: "Positional arguments come first.",
});

/** E-SYN-9 */
export const nullableParent = error("nullable-parent", {
  message: () => "A type cannot extend a nullable reference.",
  help: "Remove the `?`.",
});

/** E-SYN-10 */
export const routeVersion = error("invalid-version", {
  message: () => "Versions of routes are integers from 1 on, and below 2^53.",
});

/** E-SYN-11 */
export const attributeTwice = error("duplicate-attribute", {
  message: (name: string) => `The attribute '${name}' is given twice.`,
});

/** E-SYN-12 */
export const exampleTwice = error("duplicate-example", {
  message: (label: string) => `There are two examples labelled '${label}'.`,
});

/** E-SYN-13 */
export const exampleFieldTwice = error("duplicate-example-field", {
  message: (name: string) => `The example sets '${name}' twice.`,
});

/** E-SYN-14 */
export const mapKeyNotScalar = error("invalid-map-key", {
  message: () => "The key of a map must be a string.",
});

/** GRAM-13 */
export const mapInList = error("map-in-list", {
  message: () => "An item of a list cannot be written as a map.",
  help: "Give the struct an example and write its label.",
});

/** GRAM-4 */
export const bodyOrder = error("wrong-order", {
  message: (part: string, before: string) =>
    `${part.charAt(0).toUpperCase()}${part.slice(1)} must stand before ${before}.`,
  help: "The order in a body is: documentation, list of subtypes, fields, examples.",
});

/** GRAM-4 */
export const partTwice = error("part-twice", {
  message: (part: string) => `A type has ${part} only once.`,
});

/** GRAM-7 */
export const routeTypes = error("route-types", {
  message: (found: number) => `A route has three types, and here ${found === 1 ? "is" : "are"} ${found}.`,
  help: "Write the types of argument, result and error, with Void for none: `route name(Arg, Result, Error)`.",
});

/** GRAM-8 */
export const questionTwice = error("nullable-twice-written", {
  message: () => "One `?` is enough to make a type nullable.",
});

/** IMP-5 */
export const dotTwice = error("too-many-qualifiers", {
  message: () => "A name has at most one qualifier: `namespace.Name`.",
});

/** LEX-29 */
export const squareBrackets = error("square-brackets", {
  message: () => "Arguments of types stand in parentheses.",
  help: "Write, for example, `List(String)`.",
});

/** GRAM-4 */
export const inlineNotHere = error("inline-not-here", {
  message: () => "Only fields and tags can have a definition below them.",
  help: "Move the definition to the top level.",
});

/** INL-5 */
export const inlineWithoutType = error("inline-without-type", {
  message: () => "The definition has no name, because the tag above it has no type.",
  help: "Write the name of the type behind the tag.",
});

/** GRAM-10 */
export const notInPatch = error("not-in-patch", {
  message: () => "A patch can only add fields and examples.",
  help: "Put this into the definition itself.",
});

/** GRAM-1 */
export const notInAnnotationType = error("not-in-annotation-type", {
  message: () => "An annotation type has only documentation and parameters.",
});

/** GRAM-1 */
export const subtypesOfUnion = error("subtypes-of-union", {
  message: () => "Only structs can list subtypes.",
});

/** GRAM-11 */
export const annotationNotHere = error("annotation-not-here", {
  message: () => "An annotation cannot stand here.",
  help: "Annotations stand below the field, tag or alias that they apply to, one level deeper, before its documentation.",
});

// --- Declarations ---

/** E-DECL-1 */
export const namespaceMissing = error("missing-namespace", {
  message: () => "The file does not begin with a namespace.",
  help: "Write `namespace name` as the first line.",
});

/** E-DECL-2 */
export const namespaceTwice = error("duplicate-namespace", {
  message: () => "A file has only one namespace.",
  help: "Move what belongs to the other namespace to a file of its own.",
});

/** E-DECL-3, E-DECL-5, E-DECL-7 */
export const nameTwice = error("duplicate-name", {
  message: (name: string) => `The name '${name}' is declared twice in this namespace.`,
  help: "Rename one of the two.",
});

/** E-DECL-4 */
export const builtinRedefined = error("builtin-redefined", {
  message: (name: string) => `'${name}' is a type of the language and cannot be declared.`,
  help: "Take another name.",
});

/** E-DECL-6 */
export const routeTwice = error("duplicate-route", {
  message: (name: string, version: number) => `Version ${version} of the route '${name}' is declared twice.`,
  help: (name, version) => `Give the newer one a version: \`route ${name}:${version + 1}\`.`,
});

/** E-DECL-8, E-DECL-10 */
export const similarName = error("similar-name", {
  message: (name: string, other: string) => `'${name}' differs from '${other}' only in case, '_' or '/'.`,
  help: "Code generators could not tell them apart. Rename one of the two.",
});

/** E-DECL-9 */
export const namedLikeNamespace = error("named-like-namespace", {
  message: (name: string, namespace: string) => `'${name}' is named like its namespace '${namespace}'.`,
  help: "Names that differ only in case, '_' or '/' count as equal. Rename one of the two.",
});

/** E-DECL-11 */
export const mixedArguments = error("mixed-arguments", {
  message: () => "The arguments of an annotation are either all positional or all by keyword.",
});

/** E-DECL-12, QUIRK-16 */
export const builtinAnnotationArguments = error("builtin-annotation-arguments", {
  message: (type: string, problem: string) => `${type} ${problem}.`,
  help: (type) => {
    switch (type) {
      case "Omitted":
        return 'Name the caller who gets the field: `Omitted("internal")`.';
      case "RedactedBlot":
      case "RedactedHash":
        return `Write \`${type}()\`, or give the regular expression of what stays visible: \`${type}("(..).*")\`.`;
      default:
        return `Write \`${type}()\`.`;
    }
  },
});

/** E-DECL-13, E-REF-1, E-DOC-8 */
export const ownQualifier = error("own-qualifier", {
  message: (namespace: string) => `'${namespace}' is the namespace of this file.`,
  help: "Names of the own namespace are written without a qualifier.",
});

/** E-DECL-14 */
export const builtinAnnotationRedefined = error("builtin-annotation-redefined", {
  message: (name: string) => `'${name}' is an annotation type of the language and cannot be declared.`,
  help: "Take another name.",
});

/** E-DECL-15 */
export const annotatedParameter = error("annotated-parameter", {
  message: () => "Parameters of annotation types cannot be annotated.",
});

/** E-DECL-16, E-DECL-17 */
export const parameterWithoutType = error("parameter-without-type", {
  message: (name: string) => `The parameter '${name}' needs a type that has values.`,
  help: "Write a primitive type behind the name.",
});

/** E-DECL-18 */
export const nullableParameterDefault = error("nullable-parameter-default", {
  message: (name: string) => `The parameter '${name}' is nullable and has a default.`,
  help: "Remove the `?` or the default.",
});

/** E-DECL-19, E-DECL-22 */
export const parameterType = error("parameter-type", {
  message: (name: string) => `The parameter '${name}' is of a type that parameters cannot have.`,
  help: "Parameters are Boolean, Bytes, String, Timestamp or a number, nullable or not, and not through an alias.",
});

/** E-DECL-20 */
export const parameterDefault = error("invalid-parameter-default", {
  message: (name: string, reason: string) => `The default of the parameter '${name}' does not fit its type: ${reason}.`,
});

/** E-DECL-21 */
export const parameterTwice = error("duplicate-parameter", {
  message: (name: string) => `The parameter '${name}' is declared twice.`,
});

// --- Imports ---

/** E-IMP-1 */
export const importSelf = error("import-self", {
  message: (name: string) => `The namespace '${name}' imports itself.`,
  help: "All files of a namespace see each other. Remove the import.",
});

/** E-IMP-2 */
export const unknownNamespace = error("unknown-namespace", {
  message: (name: string, nearest?: string) => `No file declares the namespace '${name}'.${didYouMean(nearest)}`,
  help: "Add the file of that namespace to the specs that you compile.",
});

/** E-IMP-3 */
export const circularImport = error("circular-import", {
  message: (name: string, other: string) => `'${name}' and '${other}' import each other.`,
  help: "Move what both need to a third namespace.",
});

// --- Patches ---

/** E-PATCH-1 */
export const patchUnknown = error("patch-unknown", {
  message: (name: string, nearest?: string) =>
    `There is no '${name}' in this namespace to patch.${didYouMean(nearest)}`,
  help: "A patch adds to a struct or union of its own namespace.",
});

/** E-PATCH-2 */
export const patchKind = error("patch-kind", {
  message: (name: string, kind: string) => `'${name}' is ${kind} and cannot be patched like this.`,
  help: "Name the kind that the definition has: `patch struct`, `patch union` or `patch union_closed`.",
});

/** E-PATCH-3 */
export const patchOpenness = error("patch-openness", {
  message: (name: string, closed: boolean) => `The union '${name}' is ${closed ? "closed" : "open"}.`,
  help: (name, closed) => `Write \`patch ${closed ? "union_closed" : "union"} ${name}\`.`,
});

/** E-PATCH-4 */
export const patchFieldExists = error("patch-field-exists", {
  message: (field: string, type: string) => `'${type}' has a field '${field}' already.`,
});

/** E-PATCH-5 */
export const patchExampleUnknown = error("patch-example-unknown", {
  message: (label: string, type: string) => `'${type}' has no example '${label}' to add to.`,
  help: "A patch can only complete the examples of the definition.",
});

// --- Custom annotations ---

/** E-ANN-1, E-REF-1, E-AREF-1 */
export const notImported = error("not-imported", {
  message: (name: string) => `The namespace '${name}' is not imported here.`,
  help: (name) => `Write \`import ${name}\` above.`,
});

/** E-ANN-2, E-REF-2, E-AREF-2 */
export const notNamespace = error("not-a-namespace", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a namespace.`,
});

/** E-ANN-3 */
export const unknownAnnotationType = error("unknown-annotation-type", {
  message: (name: string, nearest?: string) => `No annotation type is named '${name}'.${didYouMean(nearest)}`,
  help: "Declare it with `annotation_type`, or take one of the language: Deprecated, Omitted, Preview, RedactedBlot, RedactedHash.",
});

/** E-ANN-4 */
export const notAnnotationType = error("not-an-annotation-type", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not an annotation type.`,
});

/** E-ANN-5 */
export const tooManyArguments = error("too-many-arguments", {
  message: (type: string, most: number, found: number) =>
    `'${type}' takes ${count(most, "argument")}, and ${found === 1 ? "1 is" : `${found} are`} given.`,
});

/** E-ANN-6 */
export const unknownParameter = error("unknown-parameter", {
  message: (type: string, name: string, nearest?: string) =>
    `'${type}' has no parameter '${name}'.${didYouMean(nearest)}`,
});

/** E-ANN-7 */
export const invalidArgument = error("invalid-argument", {
  message: (name: string, reason: string) => `The value for '${name}' does not fit its type: ${reason}.`,
});

/** E-ANN-8 */
export const missingArgument = error("missing-argument", {
  message: (type: string, name: string) => `'${type}' needs a value for '${name}'.`,
});

// --- Type references ---

/** E-REF-3 */
export const unknownType = error("unknown-type", {
  message: (name: string, nearest?: string) => `No type is named '${name}'.${didYouMean(nearest)}`,
  help: "Declare it, or import the namespace which does and write `namespace.Type`.",
});

/** E-REF-4, QUIRK-8 */
export const nullableVoid = error("nullable-void", {
  message: () => "Void has no value and cannot be nullable.",
  help: "Remove the `?`.",
});

/** E-REF-5, QUIRK-14 */
export const notType = error("not-a-type", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a type.`,
});

/** E-REF-6 */
export const argumentsOnNamedType = error("arguments-on-named-type", {
  message: (name: string) => `'${name}' takes no arguments.`,
  help: "Only the types of the language take arguments. An alias names a type together with its arguments.",
});

/** E-REF-7 */
export const nullableTwice = error("nullable-twice", {
  message: (name: string) => `'${name}' is nullable already.`,
  help: "Remove the `?`.",
});

/** E-REF-8 */
export const circularInheritance = error("circular-inheritance", {
  message: (name: string) => `'${name}' extends itself, directly or through others.`,
});

/** More than Ashlar can work with; Stone has no limit of its own. */
export const tooManyAncestors = error("too-many-ancestors", {
  message: (name: string, most: number) => `'${name}' has more than ${most} ancestors.`,
});

/** E-REF-9 */
export const missingTypeArgument = error("missing-type-argument", {
  message: (type: string, wanted: string) => `'${type}' needs ${wanted}.`,
  help: (type) => typeUsage(type),
});

/** E-REF-10 */
export const tooManyTypeArguments = error("too-many-type-arguments", {
  message: (type: string, most: number) =>
    most === 0
      ? `'${type}' takes no positional argument.`
      : `'${type}' takes only ${count(most, "positional argument")}.`,
  help: (type) => typeUsage(type),
});

/** E-REF-11 */
export const unknownTypeArgument = error("unknown-type-argument", {
  message: (type: string, name: string, nearest?: string) =>
    `'${type}' has no argument '${name}'.${didYouMean(nearest)}`,
  help: (type) => typeUsage(type),
});

/** E-REF-12 */
export const positionalByKeyword = error("positional-by-keyword", {
  message: (type: string, name: string) => `The argument '${name}' of '${type}' is given without its name.`,
  help: (type) => typeUsage(type),
});

/** E-REF-13, E-REF-14 */
export const invalidTypeArgument = error("invalid-type-argument", {
  message: (type: string, name: string, problem: string) => `The ${name} of '${type}' ${problem}.`,
});

/** E-REF-13k */
export const invalidPattern = error("invalid-pattern", {
  message: (problem: string) => `The pattern is no regular expression: ${problem}.`,
  help: 'Patterns are in the dialect of Python\'s `re`. A backslash is written twice in a string: "\\\\d+".',
});

/** E-REF-13p */
export const mapKey = error("map-key-type", {
  message: () => "The keys of a map must be String itself.",
  help: "Write `Map(String, …)`, with lengths and pattern as you like; aliases and nullables are not allowed there.",
});

/** QUIRK-7 */
export const literalAsType = error("literal-as-type", {
  message: () => "A type must stand here, not a value.",
});

/** A pattern that no JavaScript regular expression can stand for. */
export const patternNotPortable = warning("pattern-not-portable", {
  message: (problem: string) => `No code can be generated for this pattern: ${problem}.`,
  help: "The specification is correct, but `generate` refuses it. Write the pattern in another way.",
});

function typeUsage(type: string): string {
  switch (type) {
    case "List":
      return "Write `List(String)`, and if need be `min_items` and `max_items` behind the type.";
    case "Map":
      return "Write `Map(String, Int32)`: the type of the keys and that of the values.";
    case "Timestamp":
      return 'Write the format: `Timestamp("%Y-%m-%dT%H:%M:%SZ")`.';
    case "String":
      return "String takes `min_length`, `max_length` and `pattern`, by keyword.";
    case "Boolean":
    case "Bytes":
    case "Void":
      return `${type} takes no arguments.`;
    default:
      return `${type} takes \`min_value\` and \`max_value\`, by keyword.`;
  }
}

// --- Annotation references ---

/** E-AREF-3 */
export const unknownAnnotation = error("unknown-annotation", {
  message: (name: string, nearest: string | undefined) => `No annotation is named '${name}'.${didYouMean(nearest)}`,
  help: (name) => `Declare it: \`annotation ${name} = …\`.`,
});

/** E-AREF-4 */
export const notAnnotation = error("not-an-annotation", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not an annotation.`,
});

/** E-AREF-5, E-AREF-6, E-AREF-8, E-AREF-9, E-AREF-11 */
export const annotationTwice = error("annotation-twice", {
  message: (name: string, what: string) => `'${name}' has ${what} already.`,
  help: "Keep one of the annotations.",
});

/** E-AREF-7 */
export const deprecatedPreview = error("deprecated-and-preview", {
  message: (name: string) => `'${name}' cannot be deprecated and in preview at once.`,
});

/** E-AREF-10 */
export const annotationOnAlias = error("annotation-on-alias", {
  message: (kind: string) => `An alias cannot be annotated with ${kind}.`,
  help: "Aliases take redactors and custom annotations. Annotate the fields instead.",
});

// --- Aliases, structs, unions ---

/** E-ALIAS-1 */
export const circularAlias = error("circular-alias", {
  message: (name: string) => `The alias '${name}' leads back to itself.`,
});

/** E-STRUCT-1, E-UNION-1 */
export const extendsAlias = error("extends-alias", {
  message: (name: string) => `'${name}' is an alias, which nothing can extend.`,
  help: "Name the type itself.",
});

/** E-STRUCT-2, E-UNION-2 */
export const extendsWrongKind = error("extends-wrong-kind", {
  message: (child: string, name: string, kind: string) => `A ${child} cannot extend '${name}', which is ${kind}.`,
  help: (child) => `A ${child} extends a ${child}.`,
});

/** E-STRUCT-3 */
export const fieldWithoutType = error("field-without-type", {
  message: (name: string) => `The field '${name}' needs a type that has values.`,
  help: "Only tags of unions can be without a type.",
});

/** E-STRUCT-4 */
export const nullableWithDefault = error("nullable-with-default", {
  message: (name: string) => `The field '${name}' is nullable and has a default.`,
  help: "Remove the `?` or the default: either makes the field optional.",
});

/** E-STRUCT-5, E-UNION-6 */
export const fieldTwice = error("duplicate-field", {
  message: (kind: string, name: string) => `The ${kind} '${name}' is declared twice.`,
});

/** E-STRUCT-6, E-UNION-7 */
export const fieldOfAncestor = error("inherited-field", {
  message: (kind: string, name: string, ancestor: string) => `'${ancestor}' has the ${kind} '${name}' already.`,
  help: "What a parent declares is inherited and cannot be declared again.",
});

/** E-UNION-3 */
export const tagOther = error("tag-other", {
  message: () => "The tag 'other' cannot be written.",
  help: "Every open union (`union`) has it by itself. Remove the line.",
});

/** E-UNION-4 */
export const explicitVoid = error("explicit-void", {
  message: (name: string) => `The tag '${name}' has the type Void.`,
  help: "Leave the type out: a tag without a type has no value.",
});

/** E-UNION-5 */
export const closedExtendsOpen = error("closed-extends-open", {
  message: (name: string, parent: string) => `The closed union '${name}' extends '${parent}', which is open.`,
  help: "Make both open (`union`) or both closed (`union_closed`).",
});

// --- Defaults ---

/** E-DEF-1, E-DEF-4, E-DEF-6, E-DEF-7 */
export const invalidDefault = error("invalid-default", {
  message: (name: string, reason: string) => `The default of '${name}' does not fit its type: ${reason}.`,
});

/** E-DEF-2 */
export const unknownDefaultTag = error("unknown-default-tag", {
  message: (tag: string, union: string, nearest?: string) => `'${union}' has no tag '${tag}'.${didYouMean(nearest)}`,
});

/** E-DEF-3 */
export const defaultTagWithValue = error("default-tag-with-value", {
  message: (tag: string, union: string) => `The tag '${tag}' of '${union}' carries a value and cannot be a default.`,
  help: "Only tags without a type can be defaults.",
});

/** E-DEF-5 */
export const defaultImpossible = error("default-impossible", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, and those cannot have a default.`,
  help: "Make the field nullable instead.",
});

/** A default that JavaScript's numbers cannot hold. */
export const defaultNotExact = warning("default-not-exact", {
  message: (name: string, value: bigint) =>
    `The default of '${name}' is ${value.toString()}, and no JavaScript number is exactly that.`,
  help: "A reader of the generated package gets the nearest number where the field is unset, and never sends it. Choose a default within ±(2^53 - 1).",
});

/** A route that no client can call, and no server answers. */
export const unknownRouteStyle = warning("unknown-route-style", {
  message: (name: string, style: string) =>
    `The route '${name}' has the style '${style}', so that clients and servers have no method for it.`,
  help: "The styles are rpc, upload and download. Correct the attribute, or name another one in `binding.attributes.style`.",
});

/** QUIRK-5 */
export const ignoredTagDefault = warning("ignored-tag-default", {
  message: (name: string) => `The default of the tag '${name}' has no effect.`,
  help: "Tags have no defaults. Remove it.",
});

// --- Enumerated subtypes ---

/** E-SUB-2 */
export const subtypeNotStruct = error("subtype-not-struct", {
  message: (name: string, kind: string) => `The subtype '${name}' is ${kind}.`,
  help: "Subtypes are structs, named directly.",
});

/** E-SUB-3 */
export const subtypesOfChild = error("subtypes-of-child", {
  message: (name: string) => `'${name}' extends another struct and cannot list subtypes.`,
});

/** E-SUB-4 */
export const subtypeTwice = error("duplicate-subtype", {
  message: (name: string) => `The subtype '${name}' is listed twice.`,
});

/** E-SUB-5 */
export const subtypeNotChild = error("subtype-not-child", {
  message: (name: string, parent: string) => `'${name}' does not extend '${parent}'.`,
  help: (name, parent) => `Write \`struct ${name} extends ${parent}\`.`,
});

/** E-SUB-6 */
export const subtypeTagIsField = error("subtype-tag-is-field", {
  message: (name: string) => `'${name}' is both a field and the tag of a subtype.`,
});

/** E-SUB-7 */
export const subtypeTagTwice = error("duplicate-subtype-tag", {
  message: (name: string) => `Two subtypes have the tag '${name}'.`,
});

/** E-SUB-8 */
export const subtypeMissing = error("subtype-missing", {
  message: (name: string, parent: string) => `'${name}' extends '${parent}' but is not in its list of subtypes.`,
  help: "A struct that lists subtypes lists all that extend it.",
});

/** E-SUB-9 */
export const subtypeExtended = error("subtype-extended", {
  message: (name: string, child: string) => `'${child}' extends '${name}', which is an enumerated subtype.`,
  help: "Subtypes that a struct lists cannot be extended.",
});

// --- Route schema and routes ---

/** E-CFG-1 */
export const routeInSchema = error("route-in-stone-cfg", {
  message: () => "The namespace stone_cfg cannot have routes.",
});

/** E-CFG-2, E-CFG-3 */
export const typeInSchema = error("type-in-stone-cfg", {
  message: (name: string) => `The namespace stone_cfg cannot have '${name}'.`,
  help: "Its only type is the struct `Route`, whose fields are the attributes of routes.",
});

/** E-ROUTE-1 */
export const successorUnknown = error("unknown-successor", {
  message: (name: string, nearest?: string) => `There is no route '${name}' in this namespace.${didYouMean(nearest)}`,
});

/** E-ROUTE-2 */
export const successorNotRoute = error("successor-not-route", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a route.`,
});

/** E-ATTR-1 */
export const attributeMissing = error("missing-attribute", {
  message: (route: string, name: string) => `The route '${route}' needs the attribute '${name}'.`,
  help: (_, name) => `Write \`${name} = …\` below \`attrs\`.`,
});

/** E-ATTR-2, E-ATTR-3 */
export const invalidAttribute = error("invalid-attribute", {
  message: (name: string, reason: string) => `The attribute '${name}' does not fit its type: ${reason}.`,
});

/** E-ATTR-4 */
export const attributeTag = error("attribute-tag", {
  message: (tag: string, union: string, problem: string) => `The tag '${tag}' of '${union}' ${problem}.`,
});

/** E-ATTR-5 */
export const unknownAttribute = error("unknown-attribute", {
  message: (name: string, nearest?: string) => `No route has an attribute '${name}'.${didYouMean(nearest)}`,
  help: "Attributes are the fields of the struct `Route` in the namespace `stone_cfg`.",
});

/** E-ATTR-6 */
export const attributeImpossible = error("attribute-impossible", {
  message: (name: string, kind: string) => `The attribute '${name}' is ${kind}, for which no value can be written.`,
});

// --- Examples ---

/** An example that Stone accepts, and a strict reader of its type does not. */
export const exampleRefused = warning("example-refused", {
  message: (name: string, reason: string) => `A strict reader refuses the example for '${name}': ${reason}.`,
  help: "The specification is correct, but nobody can send this value. Correct the example.",
});

/** E-EX-1 */
export const exampleUnknownField = error("example-unknown-field", {
  message: (type: string, name: string, nearest?: string) => `'${type}' has no field '${name}'.${didYouMean(nearest)}`,
});

/** E-EX-2 */
export const exampleMissingField = error("example-missing-field", {
  message: (label: string, name: string) => `The example '${label}' does not set the field '${name}'.`,
  help: "An example sets every field that is not nullable and has no default.",
});

/** E-EX-3, E-EX-13 */
export const exampleValue = error("example-value", {
  message: (name: string, reason: string) => `The value for '${name}' does not fit its type: ${reason}.`,
});

/** E-EX-4 */
export const exampleNeedsLabel = error("example-needs-label", {
  message: (type: string) => `The label of an example of '${type}' must stand here.`,
});

/** E-EX-5, E-EX-15 */
export const exampleUnknownLabel = error("example-unknown-label", {
  message: (type: string, label: string, nearest?: string) =>
    `'${type}' has no example '${label}'.${didYouMean(nearest)}`,
});

/** E-EX-6 */
export const exampleOneTag = error("example-one-tag", {
  message: (label: string, found: number) => `The example '${label}' sets ${count(found, "tag")} instead of one.`,
  help: "An example of a union sets exactly one of its tags, to null if it has no value.",
});

/** E-EX-7 */
export const exampleUnknownTag = error("example-unknown-tag", {
  message: (type: string, tag: string, nearest?: string) => `'${type}' has no tag '${tag}'.${didYouMean(nearest)}`,
});

/** E-EX-8 */
export const exampleVoidTag = error("example-void-tag", {
  message: (tag: string) => `The tag '${tag}' has no value.`,
  help: (tag) => `Write \`${tag} = null\`.`,
});

/** E-EX-9 */
export const exampleOneSubtype = error("example-one-subtype", {
  message: (label: string, found: number) =>
    `The example '${label}' has ${count(found, "entry", "entries")} instead of one.`,
  help: "An example of a struct with subtypes is one line: `tag = label of an example of that subtype`.",
});

/** E-EX-10 */
export const exampleSubtypeLabel = error("example-subtype-label", {
  message: (type: string) => `The label of an example of the subtype '${type}' must stand here.`,
});

/** E-EX-11 */
export const exampleUnknownSubtype = error("example-unknown-subtype", {
  message: (type: string, tag: string, nearest?: string) => `'${type}' has no subtype '${tag}'.${didYouMean(nearest)}`,
});

/** Each example can include others, so that few lines can mean a lot. */
export const exampleTooLarge = error("example-too-large", {
  message: (label: string) => `The example '${label}' is too large, or too deep, with all that it includes.`,
  help: "Let it include fewer other examples.",
});

/** E-EX-16 */
export const exampleContainsItself = error("example-contains-itself", {
  message: (label: string) => `The example '${label}' contains itself.`,
});

// --- Documentation ---

/** E-DOC-1 */
export const docUnknownKind = error("doc-unknown-kind", {
  message: (kind: string) => `':${kind}:' begins no reference that exists.`,
  help: "References are `:type:`, `:field:`, `:route:`, `:link:` and `:val:`, each with a value in backquotes.",
});

/** E-DOC-2, E-DOC-3, E-DOC-6, E-DOC-13, E-DOC-14 */
export const docNotType = error("doc-not-a-type", {
  message: (name: string, problem: string, nearest?: string) => `'${name}' ${problem}.${didYouMean(nearest)}`,
});

/** E-DOC-4 */
export const docUnknownField = error("doc-unknown-field", {
  message: (type: string, name: string, nearest?: string) => `'${type}' has no field '${name}'.${didYouMean(nearest)}`,
});

/** E-DOC-5 */
export const docFieldOfNothing = error("doc-field-of-nothing", {
  message: (name: string) => `'${name}' is a field of no type: this is the documentation of a route.`,
  help: (name) => `Write the type too, as in :field:\`Type.${name}\`.`,
});

/** E-DOC-7 */
export const docLink = error("doc-link", {
  message: (value: string) => `'${value}' is not a title and an address with a space between.`,
  help: "Write it as in :link:`the manual https://example.com/manual`.",
});

/** E-DOC-8 */
export const docNotImported = error("doc-not-imported", {
  message: (name: string) => `The namespace '${name}' is not imported here.`,
  help: (name) => `Write \`import ${name}\` at the top of the file.`,
});

/** E-DOC-9 */
export const docUnknownRoute = error("doc-unknown-route", {
  message: (name: string, nearest?: string) => `No route is named '${name}'.${didYouMean(nearest)}`,
});

/** E-DOC-10 */
export const docNotRoute = error("doc-not-a-route", {
  message: (name: string, kind: string) => `'${name}' is ${kind}, not a route.`,
});

/** E-DOC-11, E-DOC-12 */
export const docRouteVersion = error("doc-route-version", {
  message: (name: string, version: string) => `The route '${name}' has no version '${version}'.`,
});

/** E-DOC-15 */
export const docValue = error("doc-value", {
  message: (value: string) => `'${value}' is no literal.`,
  help: 'Write null, true, false, a number, or a string in double quotes, as in :val:`"text"`.',
});

// --- Redactors ---

/** E-RED-1 */
export const redactorOnAliasedField = error("redactor-on-aliased-field", {
  message: (name: string, alias: string) => `'${name}' has a redactor, and its type is the alias '${alias}'.`,
  help: "Put the redactor on the alias.",
});

/** E-RED-2 */
export const redactorTwice = error("redactor-twice", {
  message: (name: string, alias: string) => `'${name}' has a redactor, and so has the alias '${alias}' below it.`,
});

/** E-RED-3 */
export const redactorImpossible = error("redactor-impossible", {
  message: (name: string, kind: string) => `'${name}' cannot be redacted: its values are those of ${kind}.`,
  help: "Redact the fields inside instead.",
});
