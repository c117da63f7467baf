import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as LspDiagnostic,
  type PublishDiagnosticsParams,
  type DocumentDiagnosticReport,
  type FullDocumentDiagnosticReport,
  type UnchangedDocumentDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import type { LintFinding } from "../../lint/rule.js";
import { findIgnored } from "../../project/ignored-files.js";
import { pageOfDiagnostic } from "../../project/documentation.js";
import type { Finding } from "../../text/diagnostics/diagnostic.js";
import { findDeprecatedUses } from "../features/deprecation.js";
import { lintFindings, lintRange, prepareLint } from "../features/lint.js";
import type { Part } from "../features/parts.js";
import { toFileRange, itemTextAt } from "../features/places.js";
import type { Snapshot } from "../features/project.js";
import { pathOfUri, uriOfPath, normalizeUri } from "./locations.js";
import { occasionalPauses } from "./pause.js";
import type { Session } from "./session.js";

/** How long syntax errors of an item are hidden after it was edited, in milliseconds (LSP-12). */
const typingTime = 1000;

const source = "ashlar";

/** How long the linter waits after diagnostics were published, in milliseconds. */
const lintDelay = 300;

/** Publishes diagnostics after edits if they have changed (LSP-10, LSP-12). */
export class DiagnosticsPublisher {
  readonly #session: Session;
  /** Normalized URI to the diagnostics that were published last, as JSON. */
  readonly #published = new Map<string, string>();
  /** The diagnostics that clients were last asked to pull, as JSON. */
  #pulled = "";
  #timer: NodeJS.Timeout | undefined;
  #lintTimer: NodeJS.Timeout | undefined;
  /** The number of runs so far. An earlier run stops when a later one starts. */
  #runs = 0;
  /** Normalized URI to the linter's findings that were last shown. They stay until there are new ones. */
  readonly #lint = new Map<string, LspDiagnostic[]>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Publishes diagnostics after a delay. Further calls restart the delay. */
  schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.publish();
    }, delay);
  }

  /** Publishes changed diagnostics, and the linter's findings a little later. Clients that pull are asked to refresh. */
  publish(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#lintTimer);
    void this.#publishAll();
    if (this.#session.settings.lint.enable) {
      this.#lintTimer = setTimeout(() => {
        void this.#lintAll();
      }, lintDelay);
    }
  }

  /** Lints with pauses, in which requests of the client are processed. After an edit, linting starts again later. */
  async #lintAll(): Promise<void> {
    const { workspace, settings } = this.#session;
    const timer = this.#lintTimer;
    const paths = [...this.#session.documents.uris()].flatMap((uri) => pathOfUri(uri) ?? []);
    const ignored = new Set([...(await findIgnored(paths))].map(uriOfPath));
    for (const { project, lint = settings.lint.options } of workspace.projects()) {
      const { snapshot } = project;
      const isWanted = (): boolean => this.#lintTimer === timer && project.isCurrent(snapshot);
      for (const part of this.#openParts(snapshot)) {
        await prepareLint(part, lint, occasionalPauses(), isWanted);
        if (!isWanted()) {
          return;
        }
      }
    }
    this.#showLint(ignored);
    await this.#publishAll();
  }

  #showLint(ignored: ReadonlySet<string>): void {
    const { workspace, settings } = this.#session;
    this.#lint.clear();
    for (const { project, lint = settings.lint.options } of workspace.projects()) {
      const { snapshot } = project;
      for (const finding of this.#openParts(snapshot).flatMap((part) => lintFindings(part, lint))) {
        if (!ignored.has(finding.file)) {
          const diagnostics = this.#lint.get(finding.file) ?? [];
          this.#lint.set(finding.file, diagnostics);
          diagnostics.push(toLintDiagnostic(finding, snapshot, this.#session));
        }
      }
    }
  }

  /** Returns the parts that contain open files: the linter's findings are shown only in these files. */
  #openParts({ parts }: Snapshot): Part[] {
    const open = [...this.#session.documents.uris()];
    return parts.filter(({ has }) => open.some(has));
  }

  /** Publishes with pauses. Changes during a pause are published by a later run. */
  async #publishAll(): Promise<void> {
    const run = ++this.#runs;
    const { workspace } = this.#session;
    const pause = occasionalPauses();
    const wanted = new Map<string, PublishDiagnosticsParams>();
    let next = Infinity;
    for (const { project, uris } of workspace.projects()) {
      const { snapshot } = project;
      const byFile = groupFindings(snapshot.findings);
      for (const path of uris) {
        await pause();
        if (run !== this.#runs || workspace.projectOf(path)?.project.isCurrent(snapshot) !== true) {
          return;
        }
        const document = this.#session.documents.get(path);
        const left = this.#typingTimeLeft(path);
        next = left > 0 ? Math.min(next, left) : next;
        const diagnostics = this.#diagnosticsOf(path, byFile.get(path) ?? [], snapshot);
        if (document !== undefined || diagnostics.some(({ severity }) => severity === DiagnosticSeverity.Error)) {
          const version = document === undefined ? {} : { version: document.version };
          wanted.set(path, { uri: this.#session.uriOf(path), ...version, diagnostics });
        }
      }
    }
    const problems = new Map<string, PublishDiagnosticsParams>();
    for (const { uri, message } of workspace.problems()) {
      problems.set(uri, { uri, diagnostics: message === undefined ? [] : [wholeFileProblem(message)] });
    }
    this.#send(wanted, problems);
    if (next !== Infinity) {
      this.schedule(next);
    }
  }

  /** Returns the current diagnostics of a file. */
  diagnosticsOf(path: string): LspDiagnostic[] {
    const snapshot = this.#session.workspace.snapshotOf(path);
    const findingsOfFile = snapshot?.findings.filter(({ span }) => span.source.path === path) ?? [];
    return snapshot === undefined ? [] : this.#diagnosticsOf(path, findingsOfFile, snapshot);
  }

  #diagnosticsOf(path: string, findings: readonly Finding[], snapshot: Snapshot): LspDiagnostic[] {
    const diagnostics = diagnosticsOf(path, findings, snapshot, this.#session);
    if (this.#session.documents.get(path) === undefined) {
      return diagnostics;
    }
    const deprecated = findDeprecatedUses(snapshot, path).map(({ range, message }) => ({
      range: this.#session.rangeOf(snapshot, range),
      severity: DiagnosticSeverity.Hint,
      code: "deprecated-use",
      source,
      message,
      tags: [DiagnosticTag.Deprecated],
    }));
    return [...diagnostics, ...deprecated, ...(this.#lint.get(path) ?? [])];
  }

  /**
   * Sends the diagnostics. Clients that pull diagnostics request only those of specifications, so that problems of
   * other files are published to them.
   */
  #send(
    wanted: ReadonlyMap<string, PublishDiagnosticsParams>,
    problems: ReadonlyMap<string, PublishDiagnosticsParams>,
  ): void {
    const { connection, capabilities } = this.#session;
    const pulls = capabilities.textDocument?.diagnostic !== undefined;
    if (pulls && capabilities.workspace?.diagnostics?.refreshSupport === true) {
      const text = JSON.stringify([...wanted.values()].map(({ uri, diagnostics }) => [uri, diagnostics]));
      if (this.#pulled !== text) {
        this.#pulled = text;
        void connection.languages.diagnostics.refresh();
      }
    }
    const pushed = pulls ? problems : new Map([...wanted, ...problems]);
    for (const [path, before] of this.#published) {
      if (!pushed.has(path) && before !== "[]") {
        void connection.sendDiagnostics({ uri: this.#session.uriOf(path), diagnostics: [] });
        this.#published.delete(path);
      }
    }
    for (const [path, params] of pushed) {
      const text = JSON.stringify(params.diagnostics);
      if (this.#published.get(path) !== text) {
        this.#published.set(path, text);
        void connection.sendDiagnostics(params);
      }
    }
  }

  #typingTimeLeft(path: string): number {
    const typing = this.#session.documents.get(path)?.typing;
    return typing === undefined ? 0 : Math.max(0, typing.at + typingTime - Date.now());
  }
}

function groupFindings(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { path } = finding.span.source;
    const group = groups.get(path);
    if (group === undefined) {
      groups.set(path, [finding]);
    } else {
      group.push(finding);
    }
  }
  return groups;
}

/** Returns the diagnostics of a file, in the order of its lines. */
function diagnosticsOf(
  path: string,
  findings: readonly Finding[],
  snapshot: Snapshot,
  session: Session,
): LspDiagnostic[] {
  const typing = session.documents.get(path)?.typing;
  const isTyping = typing !== undefined && Date.now() - typing.at < typingTime;
  const shown = isTyping ? withoutSyntaxErrorsAt(snapshot, path, typing.line + 1, findings) : findings;
  const seen = new Set<string>();
  return shown
    .toSorted((a, b) => a.span.source.offsetInFile(a.span.start) - b.span.source.offsetInFile(b.span.start))
    .map((finding) => toLspDiagnostic(finding, snapshot, session))
    .filter(({ range, code, message }) => {
      const key = JSON.stringify([range.start, code, message]);
      return !seen.has(key) && seen.add(key);
    });
}

function toLspDiagnostic(finding: Finding, snapshot: Snapshot, session: Session): LspDiagnostic {
  const { code, severity, span, message, help, related } = finding;
  const hasRelated = session.capabilities.textDocument?.publishDiagnostics?.relatedInformation === true;
  const page = pageOfDiagnostic(code);
  const describes = session.capabilities.textDocument?.publishDiagnostics?.codeDescriptionSupport === true;
  return {
    range: session.rangeOf(snapshot, toFileRange(span)),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    ...(describes && page !== undefined ? { codeDescription: { href: page } } : {}),
    source,
    message: help === undefined ? message : `${message}\n\n${help}`,
    ...(hasRelated && related.length > 0
      ? {
          relatedInformation: related.map((place) => ({
            location: {
              uri: session.uriOf(place.span.source.path),
              range: session.rangeOf(snapshot, toFileRange(place.span)),
            },
            message: place.message,
          })),
        }
      : {}),
  };
}

const lintSeverities: Readonly<Record<LintFinding["severity"], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

function toLintDiagnostic(finding: LintFinding, snapshot: Snapshot, session: Session): LspDiagnostic {
  const { code, severity, message, help } = finding;
  return {
    range: session.rangeOf(snapshot, lintRange(snapshot, finding)),
    severity: lintSeverities[severity],
    code,
    source: `${source} lint`,
    message: help === undefined ? message : `${message}\n\n${help}`,
    ...(code.startsWith("unused-") ? { tags: [DiagnosticTag.Unnecessary] } : {}),
  };
}

function wholeFileProblem(message: string): LspDiagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity: DiagnosticSeverity.Error, code: "unreadable-file", source, message };
}

type Report = FullDocumentDiagnosticReport | UnchangedDocumentDiagnosticReport;

/** Handles requests for diagnostics (LSP-10). */
export function registerPullDiagnostics(session: Session, publisher: DiagnosticsPublisher): void {
  const { diagnostics } = session.connection.languages;
  /** Normalized URI to the report that was last sent. */
  const last = new Map<string, { readonly id: string; readonly text: string }>();
  let reports = 0;
  const report = (path: string, previousId: string | undefined): Report => {
    const items = publisher.diagnosticsOf(path);
    const text = JSON.stringify(items);
    const before = last.get(path);
    if (before !== undefined && before.id === previousId && before.text === text) {
      return { kind: "unchanged", resultId: before.id };
    }
    const id = String(++reports);
    last.set(path, { id, text });
    return { kind: "full", resultId: id, items };
  };
  diagnostics.on(
    session.requestHandler("all files", ({ textDocument, previousResultId }): DocumentDiagnosticReport => {
      const path = normalizeUri(textDocument.uri);
      const fileReport = report(path, previousResultId);
      if (session.capabilities.textDocument?.diagnostic?.relatedDocumentSupport !== true) {
        return fileReport;
      }
      const others = (session.workspace.projectOf(path)?.uris ?? []).filter((uri) => uri !== path);
      const related = others.flatMap((uri) => {
        const other = report(uri, last.get(uri)?.id);
        return other.kind === "full" ? [[session.uriOf(uri), other] as const] : [];
      });
      return { ...fileReport, relatedDocuments: Object.fromEntries(related) };
    }),
  );
  diagnostics.onWorkspace(
    session.requestHandler("all files", ({ previousResultIds }) => {
      const ids = new Map(previousResultIds.map(({ uri, value }) => [normalizeUri(uri), value]));
      const items = [...session.workspace.projects()].flatMap(({ uris }) =>
        uris.map((path): WorkspaceDocumentDiagnosticReport => ({
          ...report(path, ids.get(path)),
          uri: session.uriOf(path),
          version: session.documents.get(path)?.version ?? null,
        })),
      );
      return { items };
    }),
  );
}

/**
 * Removes the syntax errors of the item that contains a line, because an incomplete line is not an error while it is
 * being typed. `line` is counted from 1.
 */
function withoutSyntaxErrorsAt(
  { files }: Snapshot,
  path: string,
  line: number,
  findings: readonly Finding[],
): readonly Finding[] {
  const file = files.get(path);
  const item = file && itemTextAt(file, file.source.offset({ line, column: 1 }));
  return item === undefined ? findings : findings.filter((finding) => !item.findings.includes(finding));
}
