import type { Finding } from "../../../text/diagnostics/diagnostic.js";
import { parse } from "../../../syntax/parse.js";
import { toFileRange, type FileRange } from "../places.js";
import type { Snapshot } from "../project.js";
import type { Action, FindingContext, Fix } from "./action.js";
import * as examples from "./example-fixes.js";
import * as members from "./name-fixes.js";
import * as names from "./name-fixes.js";
import * as syntax from "./syntax-fixes.js";
import * as types from "./type-fixes.js";

type FindFixes = (context: FindingContext) => readonly Fix[];

/** The fixes for a finding, by its code. Suggested names are offered for all codes. */
const fixes: ReadonlyMap<string, readonly FindFixes[]> = new Map<string, readonly FindFixes[]>([
  ["annotation-on-alias", [types.removeAnnotation]],
  ["annotation-twice", [types.removeAnnotation]],
  ["bad-continuation", [syntax.indent]],
  ["bad-indentation", [syntax.indent]],
  ["closed-extends-open", [types.fixClosedExtendsOpen]],
  ["comment-sign", [syntax.writeCommentSign]],
  ["default-impossible", [types.removeDefault]],
  ["deprecated-and-preview", [types.removeAnnotation]],
  ["documentation-on-same-line", [syntax.moveDocumentation]],
  ["duplicate-field", [types.removeField]],
  ["example-missing-field", [examples.addMissingField]],
  ["doc-unknown-field", [members.createNamedMember]],
  ["example-unknown-field", [members.createFieldOfExample, examples.removeEntry]],
  ["example-unknown-label", [examples.createExample]],
  ["example-unknown-tag", [members.createNamedMember]],
  ["example-void-tag", [examples.writeNull]],
  ["explicit-void", [types.removeFieldType]],
  ["field-modifier", [syntax.replaceModifier]],
  ["ignored-tag-default", [types.removeDefault]],
  ["illegal-character", [syntax.replaceCharacter]],
  ["import-self", [names.removeImport]],
  ["inherited-field", [types.removeField]],
  ["missing-attribute", [examples.addAttribute]],
  ["missing-body", [syntax.addBody]],
  ["missing-comma", [syntax.addComma]],
  ["missing-namespace", [syntax.addNamespace]],
  ["misplaced-question-mark", [syntax.removeIt]],
  ["not-imported", [names.fixNotImported]],
  ["nullable-parent", [types.removeQuestionMark]],
  ["nullable-twice", [types.removeQuestionMark]],
  ["nullable-twice-written", [syntax.removeIt]],
  ["nullable-void", [types.removeQuestionMark]],
  ["nullable-with-default", [types.fixNullableWithDefault]],
  ["own-qualifier", [names.removeOwnQualifier]],
  ["patch-field-exists", [types.removeField]],
  ["patch-kind", [types.fixPatchKeyword]],
  ["patch-openness", [types.fixPatchKeyword]],
  ["redactor-impossible", [types.removeAnnotation]],
  ["redactor-on-aliased-field", [types.removeAnnotation]],
  ["redactor-twice", [types.removeAnnotation]],
  ["reserved-word", [syntax.appendUnderscore]],
  ["route-types", [syntax.completeRouteTypes]],
  ["square-brackets", [syntax.writeParentheses]],
  ["subtype-missing", [types.listSubtype]],
  ["subtype-not-child", [types.extendParent]],
  ["tab-indentation", [syntax.indent]],
  ["tag-other", [types.removeField]],
  ["trailing-comma", [syntax.removeComma]],
  ["triple-quotes", [syntax.writeSingleQuotes]],
  ["unclosed-parenthesis", [syntax.closeParenthesis]],
  ["unexpected-colon", [syntax.removeIt]],
  ["unexpected-comma", [syntax.removeComma]],
  ["unexpected-indentation", [syntax.indent]],
  ["unknown-annotation", [names.createAnnotation]],
  ["unknown-attribute", [members.createAttribute, examples.removeAttribute]],
  ["unknown-default-tag", [members.createNamedMember]],
  ["unknown-namespace", [names.removeImport]],
  ["unknown-type", [names.fixUnknownType]],
  ["unmatched-parenthesis", [syntax.removeIt]],
  ["unterminated-string", [syntax.closeString]],
]);

/** Returns the quick fixes for the findings on the lines between two offsets of a file (LSP-50). */
export function findQuickFixes(snapshot: Snapshot, path: string, start: number, end: number): Action[] {
  return findingsBetween(snapshot, path, start, end).flatMap((finding) => fixesFor(finding, snapshot));
}

function findingsBetween(snapshot: Snapshot, path: string, start: number, end: number): Finding[] {
  const source = snapshot.files.get(path)?.source;
  if (source === undefined) {
    return [];
  }
  const first = source.position(start).line;
  const last = source.position(end).line;
  const isNear = ({ span }: Finding): boolean => {
    if (span.source.path !== path) {
      return false;
    }
    const range = toFileRange(span);
    return source.position(range.start).line <= last && source.position(range.end).line >= first;
  };
  return snapshot.findings.filter(isNear);
}

/** A link to the first declaration, for a finding about a duplicate one. */
export interface Jump {
  readonly title: string;
  readonly finding: Finding;
  readonly to: FileRange;
}

/** The codes of findings whose related location is the first declaration, although its message does not say so. */
const repetitions = new Set(["inherited-field", "patch-field-exists", "similar-name"]);

/** Returns the links from the findings on the lines between two offsets to the first declarations (LSP-50). */
export function findJumps(snapshot: Snapshot, path: string, start: number, end: number): Jump[] {
  return findingsBetween(snapshot, path, start, end).flatMap((finding) =>
    finding.related
      .filter(({ message }) => message.startsWith("first ") || repetitions.has(finding.code))
      .map(({ span }) => ({ title: "Go to the first declaration", finding, to: toFileRange(span) })),
  );
}

function fixesFor(finding: Finding, snapshot: Snapshot): Action[] {
  const context = { finding, snapshot };
  const codeFixes = (fixes.get(finding.code) ?? []).flatMap((find) => find(context));
  // For an unknown type, `fixUnknownType` orders the suggestion and possible imports.
  const suggested = finding.code === "unknown-type" ? [] : names.changeToSuggested(context);
  const candidates = [...suggested, ...codeFixes];
  const isSyntax = isSyntaxError(finding, snapshot);
  const [preferred, ...others] = isSyntax ? candidates.filter((fix) => reducesSyntaxErrors(fix, finding)) : candidates;
  const all = preferred === undefined ? [] : [preferred, ...others.map((fix) => ({ ...fix, isPreferred: false }))];
  return all.map((fix) => ({ ...fix, kind: "quickfix", finding }));
}

function isSyntaxError(finding: Finding, { files }: Snapshot): boolean {
  return files.get(finding.span.source.path)?.findings.includes(finding) === true;
}

/** Whether a fix reduces the number of syntax errors in an item: otherwise, it would only move the error. */
function reducesSyntaxErrors(fix: Fix, { span: { source } }: Finding): boolean {
  const base = source.offsetInFile(0);
  const before = source.text;
  const after = fix
    .edits()
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start - base) + edit.text + text.slice(edit.end - base), before);
  return countSyntaxErrors(after) < countSyntaxErrors(before);
}

function countSyntaxErrors(text: string): number {
  return parse({ path: "", text }).findings.length;
}
