import { builtinTypes } from "../../../src/language-server/features/vocabulary.js";
import type { Grammar, Rule } from "./textmate.js";

/*
 * The TextMate grammar of Stone. It colors what an editor shows before the language server has answered; what only the
 * server can know, such as whether a name is a struct or a union, is left to its semantic tokens.
 */

/** LEX-11: identifiers contain hyphens, so that `\b` does not delimit them. */
const name = String.raw`[A-Za-z_][A-Za-z0-9_-]*`;
const nameEnd = String.raw`(?![A-Za-z0-9_-])`;
const nameStart = String.raw`(?<![A-Za-z0-9_-])`;
/** Where nothing but a comment follows on the line. */
const lineEnd = String.raw`(?=[ \t]*(?:#|$))`;
const unionWord = "union_closed|union";

/** A line at the margin that can only be the head of a definition: an unclosed string ends before it. */
const definitionHead =
  `(?=^(?:(?:namespace|import|annotation_type)[ \\t]+${name}${lineEnd}` +
  `|(?:struct|${unionWord})[ \\t]+${name}(?:[ \\t]+extends[ \\t]+[A-Za-z0-9_.-]+)?${lineEnd}` +
  `|patch[ \\t]+(?:struct|${unionWord})[ \\t]+${name}${lineEnd}` +
  `|(?:alias|annotation)[ \\t]+${name}[ \\t]*=` +
  `|route[ \\t]+${name}(?:[ \\t]*/[A-Za-z0-9_/-]*)?(?:[ \\t]*:[ \\t]*[0-9]+)?[ \\t]*\\())`;

/** The first line that is not indented deeper than the line with which a block began: blank lines and comments do not count. */
const blockEnd = String.raw`^(?!\1[ \t]+[^ \t#]|[ \t]*(?:#|$))`;

const include = (rule: string): Rule => ({ include: `#${rule}` });

/** A block: a head, which the captures name, and the lines that are indented below it. */
function block(head: string, captures: readonly string[], body: readonly string[]): Rule {
  const named = captures.map((scope, index) => [String(index + 2), { name: scope }] as const);
  return {
    begin: `^([ \\t]*)${head}`,
    beginCaptures: Object.fromEntries(named),
    end: blockEnd,
    patterns: body.map(include),
  };
}

/** The rest of a line, and the lines on which its strings and parentheses continue. */
function line(begin: string, captures: readonly string[], rest: readonly string[]): Rule {
  const named = captures.map((scope, index) => [String(index + 1), { name: scope }] as const);
  return { begin, beginCaptures: Object.fromEntries(named), end: "$|^", patterns: rest.map(include) };
}

const builtinNames = [...builtinTypes.keys()].join("|");

export const stoneGrammar: Grammar = {
  name: "Stone",
  scopeName: "source.stone",
  fileTypes: ["stone"],
  patterns: ["comment", "definitions", "documentation", "expression"].map(include),
  repository: {
    definitions: {
      patterns: [
        block(
          `(namespace)${nameEnd}(?:[ \\t]+(${name}))?`,
          ["keyword.declaration.namespace.stone", "entity.name.namespace.stone"],
          ["comment", "documentation", "illegal"],
        ),
        line(
          `^[ \\t]*(import)${nameEnd}(?:[ \\t]+(${name}))?`,
          ["keyword.control.import.stone", "entity.name.namespace.stone"],
          ["comment", "illegal"],
        ),
        block(
          `(alias)${nameEnd}(?:[ \\t]+(${name}))?(?:[ \\t]*(=))?`,
          ["keyword.declaration.alias.stone", "entity.name.type.alias.stone", "keyword.operator.assignment.stone"],
          ["documentation", "annotation-reference", "type"],
        ),
        block(
          `(annotation)${nameEnd}(?:[ \\t]+(${name}))?`,
          ["keyword.declaration.annotation.stone", "entity.name.function.decorator.stone"],
          ["comment", "annotation-kind", "arguments", "illegal"],
        ),
        block(
          `(annotation_type)(?:[ \\t]+(${name}))?${lineEnd}`,
          ["keyword.declaration.annotation-type.stone", "entity.name.type.annotation.stone"],
          ["comment", "documentation", "parameter-line", "illegal"],
        ),
        block(
          `(patch)[ \\t]+(struct)${nameEnd}(?:[ \\t]+(${name}))?`,
          ["keyword.declaration.patch.stone", "keyword.declaration.struct.stone", "entity.name.type.struct.stone"],
          ["struct-body"],
        ),
        block(
          `(patch)[ \\t]+(${unionWord})${nameEnd}(?:[ \\t]+(${name}))?`,
          ["keyword.declaration.patch.stone", "keyword.declaration.union.stone", "entity.name.type.union.stone"],
          ["union-body"],
        ),
        include("struct"),
        include("union"),
        block(
          `(route)${nameEnd}(?:[ \\t]+(${name})[ \\t]*(/[A-Za-z0-9_/-]*)?(?:[ \\t]*(:)[ \\t]*([0-9]+))?)?`,
          [
            "keyword.declaration.route.stone",
            "entity.name.function.route.stone",
            "entity.name.function.route.stone",
            "punctuation.separator.version.stone",
            "constant.numeric.version.stone",
          ],
          ["comment", "documentation", "attributes", "deprecation", "arguments", "illegal"],
        ),
      ],
    },

    struct: block(
      `(struct)${nameEnd}(?:[ \\t]+(?!extends${nameEnd})(${name}))?(?:[ \\t]+(extends)${nameEnd})?`,
      ["keyword.declaration.struct.stone", "entity.name.type.struct.stone", "keyword.other.extends.stone"],
      ["struct-body"],
    ),
    union: block(
      `(${unionWord})${nameEnd}(?:[ \\t]+(?!extends${nameEnd})(${name}))?(?:[ \\t]+(extends)${nameEnd})?`,
      ["keyword.declaration.union.stone", "entity.name.type.union.stone", "keyword.other.extends.stone"],
      ["union-body"],
    ),
    "struct-body": {
      patterns: [
        ...["comment", "struct", "union", "example", "documentation", "annotation-reference"].map(include),
        member("variable.other.property.stone"),
        ...["default", "type"].map(include),
      ],
    },
    // The list of subtypes in a struct has the same form as the body of a union.
    "union-body": {
      patterns: [
        ...["comment", "struct", "union", "example", "documentation", "annotation-reference"].map(include),
        member("variable.other.enummember.stone"),
        ...["default", "type"].map(include),
      ],
    },
    "parameter-line": member("variable.parameter.stone"),

    example: block(
      `(example)${nameEnd}(?:[ \\t]+(${name}))?`,
      ["keyword.other.example.stone", "entity.name.label.stone"],
      ["comment", "documentation", "example-entry", "value"],
    ),
    "example-entry": line(
      `^[ \\t]+(${name})[ \\t]*(=)`,
      ["variable.other.property.stone", "keyword.operator.assignment.stone"],
      ["comment", "value"],
    ),
    attributes: block(`(attrs)${nameEnd}`, ["keyword.other.attrs.stone"], ["comment", "attribute", "illegal"]),
    attribute: line(
      `^[ \\t]+(${name})[ \\t]*(=)`,
      ["entity.other.attribute-name.stone", "keyword.operator.assignment.stone"],
      ["comment", "value"],
    ),
    deprecation: {
      match: `(?<=\\))[ \\t]*(deprecated)${nameEnd}(?:[ \\t]+(by)${nameEnd}(?:[ \\t]+(${name}(?:[ \\t]*/[A-Za-z0-9_/-]*)?)(?:[ \\t]*(:)[ \\t]*([0-9]+))?)?)?`,
      captures: {
        1: { name: "keyword.other.deprecated.stone" },
        2: { name: "keyword.other.by.stone" },
        3: { name: "entity.name.function.route.stone" },
        4: { name: "punctuation.separator.version.stone" },
        5: { name: "constant.numeric.version.stone" },
      },
    },
    "annotation-reference": {
      match: `^[ \\t]+(@)[ \\t]*(?:(${name})[ \\t]*(\\.)[ \\t]*)?(${name})?`,
      captures: {
        1: { name: "punctuation.definition.decorator.stone" },
        2: { name: "entity.name.namespace.stone" },
        3: { name: "punctuation.accessor.stone" },
        4: { name: "entity.name.function.decorator.stone" },
      },
    },
    "annotation-kind": {
      match: `(=)[ \\t]*(?:(${name})[ \\t]*(\\.)[ \\t]*)?(${name})?`,
      captures: {
        1: { name: "keyword.operator.assignment.stone" },
        2: { name: "entity.name.namespace.stone" },
        3: { name: "punctuation.accessor.stone" },
        4: { name: "entity.name.type.annotation.stone" },
      },
    },

    type: {
      patterns: [
        include("comment"),
        include("arguments"),
        include("literal"),
        {
          match: `${nameStart}(${name})[ \\t]*(\\.)`,
          captures: { 1: { name: "entity.name.namespace.stone" }, 2: { name: "punctuation.accessor.stone" } },
        },
        { match: `(?<!\\.)${nameStart}(?:${builtinNames})${nameEnd}`, name: "support.type.stone" },
        { match: `${nameStart}${name}`, name: "entity.name.type.stone" },
        { match: String.raw`\?`, name: "keyword.operator.nullable.stone" },
        include("illegal"),
      ],
    },
    default: {
      begin: "=",
      beginCaptures: { 0: { name: "keyword.operator.assignment.stone" } },
      end: `${lineEnd}|^`,
      patterns: [include("value")],
    },
    arguments: {
      begin: String.raw`\(`,
      beginCaptures: { 0: { name: "punctuation.definition.arguments.begin.stone" } },
      // Lines in parentheses are indented: at the margin there is the next definition.
      end: String.raw`\)|(?=^[^ \t#\n])`,
      endCaptures: { 0: { name: "punctuation.definition.arguments.end.stone" } },
      patterns: [
        {
          match: `${nameStart}(${name})[ \\t]*(=)`,
          captures: { 1: { name: "variable.parameter.stone" }, 2: { name: "keyword.operator.assignment.stone" } },
        },
        { match: ",", name: "punctuation.separator.arguments.stone" },
        include("type"),
      ],
    },

    value: {
      patterns: [
        include("comment"),
        include("literal"),
        include("list"),
        include("map"),
        { match: `${nameStart}${name}`, name: "variable.other.enummember.stone" },
        include("illegal"),
      ],
    },
    list: {
      begin: String.raw`\[`,
      beginCaptures: { 0: { name: "punctuation.definition.list.begin.stone" } },
      end: String.raw`\]|$`,
      endCaptures: { 0: { name: "punctuation.definition.list.end.stone" } },
      patterns: [{ match: ",", name: "punctuation.separator.list.stone" }, include("value")],
    },
    map: {
      begin: String.raw`\{`,
      beginCaptures: { 0: { name: "punctuation.definition.map.begin.stone" } },
      end: String.raw`\}|(?=^[^ \t#\n])`,
      endCaptures: { 0: { name: "punctuation.definition.map.end.stone" } },
      patterns: [
        { match: ",", name: "punctuation.separator.map.stone" },
        { match: ":", name: "punctuation.separator.key-value.stone" },
        include("value"),
      ],
    },
    // What stands where nothing is expected: literals still look as they do elsewhere.
    expression: { patterns: ["arguments", "literal", "illegal"].map(include) },
    literal: {
      patterns: [
        include("string"),
        { match: `${nameStart}(?:true|false)${nameEnd}`, name: "constant.language.boolean.stone" },
        { match: `${nameStart}null${nameEnd}`, name: "constant.language.null.stone" },
        {
          match: `${nameStart}-?[0-9]+(?:\\.[0-9]*(?:e-?[0-9]+)?|e-?[0-9]+)`,
          name: "constant.numeric.float.stone",
        },
        { match: `${nameStart}-?[0-9]+`, name: "constant.numeric.integer.stone" },
      ],
    },
    string: string("string.quoted.double.stone", ["escape"]),
    // A string at the start of a line.
    documentation: {
      begin: String.raw`^[ \t]*(?=")`,
      end: String.raw`(?!\G)`,
      patterns: [string("string.quoted.double.documentation.stone", ["escape", "reference"])],
    },
    escape: { match: String.raw`\\.`, name: "constant.character.escape.stone" },
    reference: {
      patterns: [
        {
          match: "(:)(link)(:)(`)([^`]*?)([ \\t]+[^ `]+)?(`)",
          name: "meta.reference.stone",
          captures: {
            2: { name: "keyword.other.reference.stone" },
            5: { name: "string.other.link.title.stone" },
            6: { name: "markup.underline.link.stone" },
          },
        },
        {
          match: "(:)(type|field|route|val)(:)(`)([^`]*)(`)",
          name: "meta.reference.stone",
          captures: {
            2: { name: "keyword.other.reference.stone" },
            5: { name: "variable.other.reference.stone" },
          },
        },
      ],
    },

    comment: {
      begin: "#",
      beginCaptures: { 0: { name: "punctuation.definition.comment.stone" } },
      end: "$",
      name: "comment.line.number-sign.stone",
      patterns: [{ match: String.raw`\b(?:TODO|FIXME|XXX)\b`, name: "keyword.codetag.notation.stone" }],
    },
    // LEX-6: characters that start no token.
    illegal: { match: "[*;'+!%&<>|$\\\\^~`]|[^\\x00-\\x7f]", name: "invalid.illegal.stone" },
  },
};

/** A field or tag, with its type and its default. */
function member(scope: string): Rule {
  return line(`^[ \\t]+(${name})`, [scope], ["default", "type"]);
}

function string(scope: string, contents: readonly string[]): Rule {
  return {
    begin: '"',
    beginCaptures: { 0: { name: "punctuation.definition.string.begin.stone" } },
    end: `"|${definitionHead}`,
    endCaptures: { 0: { name: "punctuation.definition.string.end.stone" } },
    name: scope,
    patterns: contents.map(include),
  };
}
