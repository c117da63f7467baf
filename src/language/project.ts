import { Compiler, type Analysis } from "../compiler/compiler.js";
import { finishWithPauses } from "../steps/steps.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import { withSeverities, type Severities } from "../diagnostics/severities.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../source/source.js";
import type * as ast from "../syntax/ast.js";
import { Names } from "./names.js";

/**
 * What is known about the files of a project as they are now. It is valid until the files change. What names mean follows from the
 * trees alone; the files are analyzed when something asks for the API or the findings.
 */
export interface Snapshot {
  /** Right only where no finding is an error. */
  readonly api: Api;
  readonly findings: readonly Finding[];
  readonly files: ReadonlyMap<string, ast.SpecFile>;
  readonly names: Names;
}

/** The files that are one API, compiled again after each change as far as it matters. */
export class Project {
  readonly #compiler = new Compiler();
  #files: readonly SourceFile[] = [];
  #severities: Severities = {};
  #snapshot: Snapshot | undefined;
  #names = new Names([]);

  /** Replaces the files. Their order is that of diagnostics. */
  setFiles(files: readonly SourceFile[]): void {
    const isSame =
      files.length === this.#files.length &&
      files.every(({ path, text }, index) => path === this.#files[index]?.path && text === this.#files[index].text);
    if (!isSame) {
      this.#files = files;
      this.#snapshot = undefined;
    }
  }

  /** Replaces the text of one of the files. */
  changeFile(path: string, text: string): void {
    this.setFiles(this.#files.map((file) => (file.path === path ? { path, text } : file)));
  }

  /** Sets the severities that a configuration gives to warnings. */
  setSeverities(severities: Severities): void {
    if (severities !== this.#severities) {
      this.#severities = severities;
      this.#snapshot = undefined;
    }
  }

  /** Whether nothing has changed since a snapshot was taken. */
  isCurrent(snapshot: Snapshot): boolean {
    return this.#snapshot === snapshot;
  }

  get snapshot(): Snapshot {
    this.#snapshot ??= this.#snapshotOf(this.#compiler.parse(this.#files));
    return this.#snapshot;
  }

  /**
   * Compiles with pauses, so that the API is there when a request needs it. A request that comes earlier does what is left;
   * what changes in a pause is compiled when it is needed.
   */
  async prepare(pause: () => Promise<void>): Promise<void> {
    const files = this.#files;
    const isWanted = (): boolean => this.#files === files && this.#snapshot === undefined;
    if (isWanted()) {
      const analysis = await finishWithPauses(this.#compiler.compileInSteps(files), pause, isWanted);
      this.#snapshot ??= analysis && this.#snapshotOf(analysis.specs, analysis);
    }
  }

  #snapshotOf(specs: readonly ast.SpecFile[], analyzed?: Analysis): Snapshot {
    const names = (this.#names = new Names(specs, this.#names));
    const analysis = lazy(() => analyzed ?? this.#compiler.analyze(specs));
    const findings = lazy(() => withSeverities(analysis().findings, this.#severities));
    return {
      get api() {
        return analysis().api;
      },
      get findings() {
        return findings();
      },
      files: new Map(specs.map((spec) => [spec.path, spec])),
      names,
    };
  }
}

/** A value that is computed when it is first asked for. */
function lazy<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
