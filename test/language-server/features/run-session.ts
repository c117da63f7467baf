import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { Client, fullCapabilities, type PublishedDiagnostic } from "./client.js";
import { expectAnswer } from "./expectations.js";
import type { DiagnosticsStep, RequestStep, ScriptedSession, Step } from "./session.js";
import { positionOf, type LspPosition } from "./texts.js";

/** A session that runs: its client, its folder, and the texts as the client has them. */
export class RunningSession {
  readonly client = new Client();
  readonly isMinimal: boolean;
  readonly texts = new Map<string, string>();
  readonly markers = new Map<
    string,
    { readonly path: string; readonly position: LspPosition; readonly offset: number }
  >();
  readonly #session: ScriptedSession;
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "ashlar-lsp-")));
  readonly #root = pathToFileURL(this.#folder).href;
  readonly #versions = new Map<string, number>();

  constructor(session: ScriptedSession, isMinimal: boolean) {
    this.#session = session;
    this.isMinimal = isMinimal;
    for (const [path, lines] of Object.entries(session.files)) {
      const marked = `${lines.join("\n")}\n`;
      const text = marked.replace(/«[^»]*»/g, "");
      let removed = 0;
      for (const { 0: whole, 1: name = "", index } of marked.matchAll(/«([^»]*)»/g)) {
        const offset = index - removed;
        this.markers.set(name, { path, offset, position: positionOf(text, offset) });
        removed += whole.length;
      }
      this.texts.set(path, text);
      this.#write(path, text);
    }
  }

  async run(): Promise<void> {
    try {
      await this.client.initialize(this.#root, this.isMinimal ? {} : fullCapabilities);
      const specs = Object.keys(this.#session.files).filter((path) => path.endsWith(".stone"));
      for (const path of this.#session.open ?? specs) {
        const textDocument = {
          uri: this.uri(path),
          languageId: "stone",
          version: 1,
          text: this.#withLineEnds(this.text(path)),
        };
        this.client.notify("textDocument/didOpen", { textDocument });
      }
      for (const step of this.#session.steps) {
        await this.#take(step);
      }
      await this.client.request("shutdown");
    } finally {
      this.client.dispose();
      rmSync(this.#folder, { recursive: true });
    }
  }

  uri(path: string): string {
    return `${this.#root}/${path}`;
  }

  path(uri: string): string {
    return decodeURIComponent(uri).slice(decodeURIComponent(this.#root).length + 1);
  }

  text(path: string): string {
    return this.texts.get(path) ?? "";
  }

  marker(name: string) {
    const marker = this.markers.get(name);
    if (marker === undefined) {
      throw new Error(`There is no marker ${name}.`);
    }
    return marker;
  }

  change(path: string, text: string): void {
    this.texts.set(path, text);
    const version = (this.#versions.get(path) ?? 1) + 1;
    this.#versions.set(path, version);
    const contentChanges = [{ text: this.#withLineEnds(text) }];
    this.client.notify("textDocument/didChange", { textDocument: { uri: this.uri(path), version }, contentChanges });
  }

  errors(path: string): PublishedDiagnostic[] {
    const all = this.client.diagnostics.get(this.uri(path)) ?? [];
    return all.filter(({ severity, source }) => severity === 1 && source === "ashlar");
  }

  #withLineEnds(text: string): string {
    return this.#session.crlf === true ? text.replaceAll("\n", "\r\n") : text;
  }

  #write(path: string, text: string): void {
    const file = join(this.#folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, this.#withLineEnds(text));
  }

  async #take(step: Step): Promise<void> {
    if ("change" in step) {
      const [old, replacement] = step.replace;
      this.change(
        step.change,
        this.text(step.change).replace(old, () => replacement),
      );
    } else if ("close" in step) {
      this.client.notify("textDocument/didClose", { textDocument: { uri: this.uri(step.close) } });
    } else if ("disk" in step) {
      if (step.text === null) {
        rmSync(join(this.#folder, step.disk));
      } else {
        this.#write(step.disk, `${step.text.join("\n")}\n`);
      }
      const type = step.text === null ? 3 : 1;
      this.client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: this.uri(step.disk), type }] });
    } else if ("request" in step) {
      await this.#request(step);
    } else {
      await this.#expectDiagnostics(step);
    }
  }

  async #expectDiagnostics({ diagnostics = {}, diagnosticsOnLines = {}, lintOn = {} }: DiagnosticsStep): Promise<void> {
    const found = (path: string) => this.errors(path).map(({ range, code }) => ({ line: range.start.line + 1, code }));
    const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
    const holds = (): boolean =>
      Object.entries(diagnostics).every(([path, wanted]) =>
        isSame(
          found(path),
          wanted.map(({ line, code }) => ({ line, code })),
        ),
      ) &&
      Object.entries(diagnosticsOnLines).every(([path, lines]) =>
        isSame([...new Set(found(path).map(({ line }) => line))], lines),
      ) &&
      Object.entries(lintOn).every(([path, wanted]) =>
        wanted.every(({ line, code }) =>
          this.client.diagnostics
            .get(this.uri(path))
            ?.some((each) => each.code === code && each.range.start.line + 1 === line),
        ),
      );
    if (!(await this.client.until(holds))) {
      const all = Object.fromEntries([...this.client.diagnostics].map(([uri, each]) => [this.path(uri), each]));
      expect(all).toEqual({ diagnostics, diagnosticsOnLines, lintOn });
    }
  }

  async #request(step: RequestStep): Promise<void> {
    if (step.request.endsWith("/codeAction")) {
      await this.client.until(() => this.client.diagnostics.size > 0, 0);
    }
    const answer = await this.client.request(step.request, this.#params(step));
    await expectAnswer(answer, step, this);
  }

  #params(step: RequestStep): unknown {
    if (step.raw !== undefined) {
      return JSON.parse(JSON.stringify(step.raw).replaceAll("$URI", this.#root));
    }
    if (step.query !== undefined) {
      return { query: step.query };
    }
    const name = step.at ?? step.line ?? step.range?.[0];
    const marker = name === undefined ? undefined : this.marker(name);
    const path = step.file ?? step.whole ?? marker?.path ?? "";
    const method = step.request.slice(step.request.indexOf("/") + 1);
    const position = marker?.position ?? { line: 0, character: 0 };
    const range = step.range && { start: position, end: this.marker(step.range[1]).position };
    return {
      textDocument: { uri: this.uri(path) },
      ...(step.at === undefined || ["selectionRange", "codeAction"].includes(method) ? {} : { position }),
      ...(range === undefined ? {} : { range }),
      ...(method.endsWith("ormatting") ? { options: { tabSize: 4, insertSpaces: true } } : {}),
      ...(method === "references" ? { context: { includeDeclaration: step.declaration } } : {}),
      ...(method === "completion" ? { context: { triggerKind: 1 } } : {}),
      ...(method === "selectionRange" ? { positions: [position] } : {}),
      ...(step.newName === undefined ? {} : { newName: step.newName }),
      ...(method === "codeAction" ? this.#actionParams(step, path, position) : {}),
    };
  }

  #actionParams(step: RequestStep, path: string, at: LspPosition): object {
    const text = this.text(path);
    const line = text.split("\n")[at.line] ?? "";
    const start = step.line === undefined ? at : { line: at.line, character: 0 };
    const end = step.line === undefined ? at : { line: at.line, character: line.length };
    const whole = { start: { line: 0, character: 0 }, end: positionOf(text, text.length) };
    const range = step.whole === undefined ? { start, end } : whole;
    const diagnostics = (this.client.diagnostics.get(this.uri(path)) ?? []).filter(
      (each) => each.range.start.line <= range.end.line && each.range.end.line >= range.start.line,
    );
    return { range, context: { diagnostics, ...(step.kind === undefined ? {} : { only: [step.kind] }) } };
  }
}
