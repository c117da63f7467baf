import { finish, type Steps } from "../text/steps.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../text/source.js";
import type { Span } from "../text/span.js";
import type { SpecFile } from "../syntax/ast.js";
import { ignoreRules, Settings, type LintOptions } from "./config.js";
import type { CustomRule, Reference, LintFinding, RawFinding, Details, Fix, Rule } from "./rule.js";
import { applyIgnores } from "./ignores.js";
import { compareSpans, Project, type Subject } from "./project.js";
import { rules } from "./rules.js";
import { usesByFile } from "./uses.js";

/** A compiled specification without errors. */
export interface Compiled {
  readonly api: Api;
  readonly specs: readonly SpecFile[];
}

/** Returns the findings in a compiled specification, sorted by file and position, without those in the baseline. */
export function lintCompiled(compiled: Compiled, options: LintOptions): LintFinding[] {
  return finish(lintInSteps(compiled, options));
}

/** Does the same as {@link lintCompiled} in steps, one per rule. */
export function* lintInSteps({ api, specs }: Compiled, options: LintOptions): Steps<LintFinding[]> {
  const accepted = new Map(
    Object.entries(options.baseline?.findings ?? {}).map(([rule, targets]) => [rule, new Set(targets)]),
  );
  const settings = new Settings(options);
  const project = new Project(api, specs);
  const ruleIds = new Set(settings.ids);
  const foundByRules: RawFinding[] = [];
  for (const rule of rules.filter(({ id }) => settings.isOn(id))) {
    yield;
    for (const rawFinding of runRule(rule, project, settings)) {
      foundByRules.push(rawFinding);
    }
  }
  const rawFindings = [
    ...foundByRules,
    ...(options.custom ?? []).flatMap((rule) => (settings.isOn(rule.id) ? runCustomRule(rule, project, settings) : [])),
  ];
  const findings = applyIgnores(
    withoutConsequences(rawFindings),
    specs,
    (rule) => ruleIds.has(rule),
    (rule) => settings.isOn(rule) && !Object.hasOwn(ignoreRules, rule),
  );
  const levelOf = ({ rule, span }: RawFinding): string => settings.of(rule, span.source.path).level;
  const isAccepted = ({ rule, target }: RawFinding): boolean => accepted.get(rule)?.has(target) === true;
  const isIgnored = ({ span }: RawFinding): boolean => options.ignored?.has(span.source.path) === true;
  const shown = findings.filter((finding) => levelOf(finding) !== "off" && !isAccepted(finding) && !isIgnored(finding));
  shown.sort((a, b) => compareSpans(a.span, b.span) || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));
  const texts = new Map(specs.flatMap(({ path, text }) => (text.includes("\r\n") ? [[path, text]] : [])));
  const seen = new Set<string>();
  return shown.flatMap((finding) => {
    const { path } = finding.span.source;
    const key = JSON.stringify([
      finding.rule,
      path,
      finding.span.source.offsetInFile(finding.span.start),
      finding.message,
    ]);
    if (seen.has(key)) {
      return [];
    }
    seen.add(key);
    return [toFinding(finding, levelOf(finding), texts)];
  });
}

function runRule(rule: Rule, project: Project, settings: Settings): RawFinding[] {
  const findings: RawFinding[] = [];
  const report = (subject: Subject, message: string, { help, span, fix }: Details = {}): void => {
    findings.push({ rule: rule.id, target: subject.target, span: span ?? subject.span, message, help, fix });
  };
  rule.check(project, report, settings.of(rule.id, undefined).options);
  return findings;
}

function runCustomRule(rule: CustomRule, project: Project, settings: Settings): RawFinding[] {
  const findings: RawFinding[] = [];
  const subjects = project.get(subjectsByTarget);
  const [first] = project.files;
  const add = (span: Span | undefined, target: string, message: string, help?: string): void => {
    if (span !== undefined) {
      findings.push({ rule: rule.id, target, span, message, help, fix: undefined });
    }
  };
  try {
    rule.check({
      api: project.api,
      files: project.files.map(({ spec: { path, text } }): SourceFile => ({ path, text })),
      references: project.get(references),
      options: settings.of(rule.id, undefined).options,
      report: ({ target, message, help }) => {
        add(subjects.get(target) ?? first?.span, target, message, help);
      },
    });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return first === undefined
      ? []
      : [
          {
            rule: rule.id,
            target: "",
            span: first.span,
            message: `The rule '${rule.id}' failed: ${reason}`,
            help: undefined,
            fix: undefined,
          },
        ];
  }
  return findings;
}

function references(project: Project): readonly Reference[] {
  return [...project.get(usesByFile).values()].flatMap(({ uses }) =>
    uses.map(({ target, span: { source, start } }) => ({
      target,
      file: source.path,
      ...source.positionInFile(start),
    })),
  );
}

/** Returns the spans of all possible subjects of findings, by their names. */
function subjectsByTarget({ all }: Project): ReadonlyMap<string, Span> {
  const { namespaces, types, aliases, routes, annotations, annotationTypes } = all;
  const subjects: readonly Subject[] = [
    ...namespaces,
    ...types.flatMap((type): Subject[] => [type, ...type.fields]),
    ...aliases,
    ...routes.flatMap(({ target, span, node }): Subject[] => [
      { target, span },
      ...node.attributes.map((attribute) => ({ target: `${target}.${attribute.name.text}`, span: attribute.span })),
    ]),
    ...annotations,
    ...annotationTypes.flatMap((type): Subject[] => [type, ...type.params]),
  ];
  return new Map(subjects.map(({ target, span }) => [target, span]));
}

/** Removes findings that are consequences of others, such as missing documentation of an unused type. */
function withoutConsequences(findings: readonly RawFinding[]): RawFinding[] {
  const targetsOf = (rule: string): ReadonlySet<string> =>
    new Set(findings.filter((finding) => finding.rule === rule).map(({ target }) => target));
  const unused = targetsOf("unused-type");
  const uninhabited = targetsOf("uninhabited-type");
  return findings.filter(({ rule, target }) => {
    const owner = target.slice(0, target.lastIndexOf("."));
    return !(rule === "doc-field" && unused.has(owner)) && !(rule === "missing-example" && uninhabited.has(target));
  });
}

/** Converts a finding for users. `texts` contains the texts of files with CRLF line endings. */
function toFinding(finding: RawFinding, level: string, texts: ReadonlyMap<string, string>): LintFinding {
  const { rule, target, span, message, help, fix } = finding;
  const { source, start, end } = span;
  const from = source.positionInFile(start);
  const to = source.positionInFile(end);
  return {
    file: source.path,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    severity: level === "error" ? "error" : level === "warn" ? "warning" : "info",
    code: rule,
    source: "lint",
    message,
    ...(help !== undefined && { help }),
    target,
    fixes: fix === undefined ? [] : [toEdits(fix, texts)],
  };
}

function toEdits({ title, safe, changes }: Fix, texts: ReadonlyMap<string, string>): LintFinding["fixes"][number] {
  const edits = changes.map(({ span: { source, start, end }, text }) => {
    const original = texts.get(source.path);
    const toOffset = (offset: number): number => {
      const inFile = source.offsetInFile(offset);
      return original === undefined ? inFile : toFileOffset(original, inFile);
    };
    return { file: source.path, start: toOffset(start), end: toOffset(end), text };
  });
  return { title, safe, edits };
}

/** Returns the offset in a text for an offset in the same text with `\n` for every line ending. */
function toFileOffset(text: string, offset: number): number {
  let at = offset;
  for (let end = text.indexOf("\r\n"); end !== -1 && end < at; end = text.indexOf("\r\n", end + 1)) {
    at++;
  }
  return at;
}
