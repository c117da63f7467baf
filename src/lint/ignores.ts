import { readRows, type Row, type Token } from "../format/rows.js";
import { ItemSource } from "../text/item-source.js";
import { Source } from "../text/source.js";
import type { Span } from "../text/span.js";
import type { SpecFile } from "../syntax/ast.js";
import type { RawFinding } from "./rule.js";

/** An ignore comment: it ignores the findings of rules in a range of its file. */
interface Ignore {
  readonly path: string;
  readonly comment: Span;
  readonly rules: readonly string[];
  readonly hasReason: boolean;
  /** The range, as offsets in the file. */
  readonly start: number;
  readonly end: number;
}

const form = /^#\s*ashlar-ignore(-file)?(?![\w-])\s*([^:]*?)\s*(?::\s*(.*?)\s*)?$/;

/**
 * Returns the findings that are not ignored, and findings about the comments themselves. `isKnown` says whether a rule
 * exists, `isOn` whether it runs.
 */
export function applyIgnores(
  findings: readonly RawFinding[],
  specs: readonly SpecFile[],
  isKnown: (rule: string) => boolean,
  isOn: (rule: string) => boolean,
): RawFinding[] {
  const ignores = specs.flatMap(readIgnores);
  const used = new Set<string>();
  const left = findings.filter(({ rule, span }) => {
    const at = span.source.offsetInFile(span.start);
    const matching = ignores.filter(
      ({ path, rules, start, end }) => path === span.source.path && rules.includes(rule) && start <= at && at < end,
    );
    matching.forEach((ignore) => used.add(keyOf(ignore, rule)));
    return matching.length === 0;
  });
  const remarks = ignores.flatMap((ignore) =>
    remarksOn(ignore, isKnown, (rule) => isOn(rule) && !used.has(keyOf(ignore, rule))),
  );
  return [...left, ...remarks];
}

function keyOf({ path, comment }: Ignore, rule: string): string {
  return `${path} ${comment.start} ${rule}`;
}

function remarksOn(
  ignore: Ignore,
  isKnown: (rule: string) => boolean,
  isUnused: (rule: string) => boolean,
): RawFinding[] {
  const { comment, rules, hasReason } = ignore;
  const remark = (rule: string, message: string, help: string, fix?: RawFinding["fix"]): RawFinding => ({
    rule,
    target: ignore.path,
    span: comment,
    message,
    help,
    fix,
  });
  if (rules.length === 0) {
    return [
      remark(
        "unused-ignore",
        "The comment names no rule, so that it ignores nothing.",
        "Name the rule before the colon.",
        {
          title: "Remove the comment",
          safe: true,
          changes: [withoutRule(ignore, "")],
        },
      ),
    ];
  }
  const unknown = rules.filter((rule) => !isKnown(rule));
  const unused = rules.filter((rule) => isKnown(rule) && isUnused(rule));
  return [
    ...unknown.map((rule) => remark("unknown-rule", `There is no rule '${rule}'.`, "See `ashlar lint --list-rules`.")),
    ...unused.map((rule) =>
      remark("unused-ignore", `Nothing of '${rule}' is ignored here.`, "Remove it.", {
        title: "Remove the rule from the comment",
        safe: true,
        changes: [withoutRule(ignore, rule)],
      }),
    ),
    ...(hasReason ? [] : [remark("ignore-without-reason", "The comment gives no reason.", "Add one after a colon.")]),
  ];
}

/** Returns the change that removes a rule from a comment, or the whole comment if it names no other rule. */
function withoutRule({ comment, rules }: Ignore, rule: string): { span: Span; text: string } {
  const { source, start, end } = comment;
  if (rules.length > 1) {
    const text = source.text.slice(start, end);
    const list = rules.filter((other) => other !== rule).join(", ");
    return { span: comment, text: text.replace(/(ashlar-ignore(?:-file)?\s+)[^:]*?(\s*(?::|$))/, `$1${list}$2`) };
  }
  const lineStart = source.text.lastIndexOf("\n", start - 1) + 1;
  const before = source.text.slice(lineStart, start);
  if (before.trim() === "") {
    return { span: { source, start: lineStart, end: Math.min(end + 1, source.text.length) }, text: "" };
  }
  return { span: { source, start: lineStart + before.trimEnd().length, end }, text: "" };
}

function readIgnores({ path, text, itemTexts }: SpecFile): Ignore[] {
  if (!text.includes("ashlar-ignore")) {
    return [];
  }
  const file = new Source(text);
  const source = new ItemSource(file.text, { path, file, start: 0 });
  const rows = readRows(itemTexts);
  return rows.flatMap((row, index) =>
    row.tokens.flatMap((token) => {
      const match = token.kind === "comment" ? form.exec(token.text) : null;
      if (match === null) {
        return [];
      }
      const [, isFile, list = "", reason = ""] = match;
      const rules = list.split(/\s*,\s*/).filter((rule) => rule !== "");
      const end = token.start + token.text.trimEnd().length;
      const extent = isFile === undefined ? extentOf(rows, index, token, file) : extentOfFile(rows, index, file);
      return [{ path, comment: { source, start: token.start, end }, rules, hasReason: reason !== "", ...extent }];
    }),
  );
}

type Extent = Pick<Ignore, "start" | "end">;

/**
 * Returns the range that a comment applies to: after code, its line; on its own line, the construct that starts on the
 * next line of code.
 */
function extentOf(rows: readonly Row[], index: number, token: Token, { text }: Source): Extent {
  if (rows[index]?.kind !== "comment") {
    const start = text.lastIndexOf("\n", token.start) + 1;
    return { start, end: token.start };
  }
  const first = rows.findIndex(({ kind }, at) => at > index && kind !== "comment");
  const level = rows[first]?.level ?? 0;
  const after = rows.findIndex((row, at) => at > first && row.kind !== "comment" && row.level <= level);
  return first === -1
    ? { start: 0, end: 0 }
    : { start: rows[first]?.start ?? 0, end: after === -1 ? text.length : (rows[after]?.start ?? 0) };
}

/**
 * Returns the range that a comment about the file applies to: the whole file, or nothing if code precedes the comment.
 */
function extentOfFile(rows: readonly Row[], index: number, { text }: Source): Extent {
  const isAbove = rows.slice(0, index + 1).every(({ kind }) => kind === "comment");
  return { start: 0, end: isAbove ? text.length : 0 };
}
