import { finish, finishWithPauses, type Steps } from "../../text/steps.js";
import { ignoreRules, type LintOptions } from "../../lint/config.js";
import type { Edit, LintFinding } from "../../lint/rule.js";
import { lintInSteps } from "../../lint/lint.js";
import type { Action } from "./actions/action.js";
import { findEditorFixes } from "./actions/lint-fixes.js";
import { indentationAt, lineStart, type TextEdit } from "./edits.js";
import { enclosingNodes, itemTextAt, toFileRange, type FileRange } from "./places.js";
import type { Part } from "./parts.js";
import type { Snapshot } from "./project.js";

/** The cached findings of each part for the last options. A changed part is another object. */
const cachedFindings = new WeakMap<
  Part,
  { readonly options: LintOptions; readonly findings: readonly LintFinding[] }
>();

/** Returns the linter's findings in a part of a project; empty while there are errors. */
export function lintFindings(part: Part, options: LintOptions): readonly LintFinding[] {
  const before = cachedFindings.get(part);
  if (before?.options === options) {
    return before.findings;
  }
  const findings = finish(lintPart(part, options));
  cachedFindings.set(part, { options, findings });
  return findings;
}

/**
 * Lints a part with pauses, so that {@link lintFindings} finds the result in the cache. Stops after a pause if the
 * result is no longer wanted.
 */
export async function prepareLint(
  part: Part,
  options: LintOptions,
  pause: () => Promise<void>,
  isWanted: () => boolean,
): Promise<void> {
  if (cachedFindings.get(part)?.options !== options) {
    const findings = await finishWithPauses(lintPart(part, options), pause, isWanted);
    if (findings !== undefined) {
      cachedFindings.set(part, { options, findings });
    }
  }
}

function* lintPart({ api, findings, specs, has }: Part, options: LintOptions): Steps<readonly LintFinding[]> {
  const hasErrors = findings.some(({ severity }) => severity === "error");
  return hasErrors ? [] : (yield* lintInSteps({ api, specs }, options)).filter(({ file }) => has(file));
}

/** Returns the linter's findings in a file. */
function findingsIn({ parts }: Snapshot, path: string, options: LintOptions): readonly LintFinding[] {
  const part = parts.find(({ has }) => has(path));
  return part === undefined ? [] : lintFindings(part, options).filter(({ file }) => file === path);
}

export function lintRange({ files }: Snapshot, finding: LintFinding): FileRange {
  const { file: path, line, column, endLine, endColumn } = finding;
  const source = files.get(path)?.source;
  return {
    path,
    start: source?.offset({ line, column }) ?? 0,
    end: source?.offset({ line: endLine, column: endColumn }) ?? 0,
  };
}

/** Returns the linter's findings on the lines between two offsets of a file. */
export function findLintFindings(
  snapshot: Snapshot,
  path: string,
  start: number,
  end: number,
  options: LintOptions,
): LintFinding[] {
  const source = snapshot.files.get(path)?.source;
  if (source === undefined) {
    return [];
  }
  const first = source.position(start).line;
  const last = source.position(end).line;
  return findingsIn(snapshot, path, options).filter(({ line, endLine }) => line <= last && endLine >= first);
}

/** Returns the fixes for a lint finding, and the action that inserts a comment to ignore the finding (LSP-50). */
export function findLintFixes(snapshot: Snapshot, finding: LintFinding): Action[] {
  const toAction = (fix: Omit<Action, "kind" | "lint">): Action => ({ ...fix, kind: "quickfix", lint: finding });
  return [
    ...finding.fixes.map(({ title, safe, edits }) =>
      toAction({ title, isPreferred: safe, edits: () => edits.map((edit) => toTextEdit(edit, snapshot)) }),
    ),
    ...findEditorFixes(finding, lintRange(snapshot, finding), snapshot).map(toAction),
    ...(Object.hasOwn(ignoreRules, finding.code)
      ? []
      : [
          toAction({
            title: `Ignore here: ${finding.code}`,
            placeholder: missingReason,
            edits: () => ignoreHere(finding, snapshot),
          }),
        ]),
  ];
}

/** Returns an action that applies the safe fixes in a file that do not overlap (LSP-60). */
export function fixAll(snapshot: Snapshot, path: string, options: LintOptions): Action[] {
  const edits = (): TextEdit[] => {
    const taken: TextEdit[] = [];
    for (const { fixes } of findingsIn(snapshot, path, options)) {
      const fix = fixes.find(({ safe }) => safe);
      const fixEdits = fix?.edits.map((edit) => toTextEdit(edit, snapshot)) ?? [];
      const isFree = fixEdits.every((edit) =>
        taken.every((other) => edit.path !== other.path || edit.start > other.end || edit.end < other.start),
      );
      taken.push(...(isFree ? fixEdits : []));
    }
    return taken;
  };
  return [{ title: "Apply all safe fixes", kind: "source.fixAll.ashlar", edits }];
}

/** Converts the linter's offsets, which count `\r\n` as two characters, to offsets that count it as one. */
function toTextEdit({ file, start, end, text }: Edit, { files }: Snapshot): TextEdit {
  const written = files.get(file)?.text ?? "";
  const normalized = (offset: number): number => offset - (written.slice(0, offset).match(/\r\n/g)?.length ?? 0);
  return { path: file, start: normalized(start), end: normalized(end), text };
}

/** The placeholder for the reason in an ignore comment. */
const missingReason = "explain why";

/** Inserts an ignore comment above the construct that contains the finding. */
function ignoreHere(finding: LintFinding, snapshot: Snapshot): TextEdit[] {
  const range = lintRange(snapshot, finding);
  const file = snapshot.files.get(range.path);
  const item = file && itemTextAt(file, range.start);
  if (file === undefined || item === undefined) {
    return [];
  }
  const at = range.start - item.source.offsetInFile(0);
  const nodes = enclosingNodes(snapshot, { source: item.source, start: at, end: at });
  const construct = nodes?.field?.extent ?? nodes?.example?.extent ?? nodes?.attribute?.extent ?? nodes?.item.extent;
  if (construct === undefined) {
    return [];
  }
  const start = lineStart(file.source.text, toFileRange(construct).start);
  const text = `${indentationAt(construct)}# ashlar-ignore ${finding.code}: ${missingReason}\n`;
  return [{ path: range.path, start, end: start, text }];
}
