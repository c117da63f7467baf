import { Compiler, type Analysis } from "../compiler/compiler.js";
import { finish, finishWithPauses, type Steps } from "../steps/steps.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import { withSeverities, type Severities } from "../diagnostics/severities.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../source/source.js";
import type * as ast from "../syntax/ast.js";
import { Names } from "./names.js";
import { ReadingOrder } from "./reading-order.js";

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

/** No files, and what a project has of them that is not compiled yet. */
const nothing: Pick<Analysis, "api" | "findings"> = new Compiler("once").compile([]);

/**
 * The files that are one API, compiled again after each change as far as it matters. One that is prepared in the background has
 * snapshots of the files that are parsed so far, until it is.
 */
export class Project {
  readonly #compiler = new Compiler();
  #files: readonly SourceFile[] = [];
  #order = new ReadingOrder([]);
  #severities: Severities = {};
  #snapshot: Snapshot | undefined;
  #names = new Names([]);
  #isPreparing: boolean;
  /** The files that somebody has asked about while it was prepared. */
  readonly #asked = new Set<string>();
  #partial: { readonly specs: readonly ast.SpecFile[]; readonly snapshot: Snapshot } | undefined;

  /** With `isPreparing`, somebody is going to call {@link prepare}. */
  constructor(isPreparing = false) {
    this.#isPreparing = isPreparing;
  }

  /** Replaces the files. Their order is that of diagnostics. */
  setFiles(files: readonly SourceFile[]): void {
    const isSame =
      files.length === this.#files.length &&
      files.every(({ path, text }, index) => path === this.#files[index]?.path && text === this.#files[index].text);
    if (!isSame) {
      this.#files = files;
      this.#order = new ReadingOrder(this.#isPreparing ? files : []);
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

  get isPreparing(): boolean {
    return this.#isPreparing;
  }

  /** Whether nothing has changed since a snapshot was taken. */
  isCurrent(snapshot: Snapshot): boolean {
    return this.#snapshot === snapshot;
  }

  get snapshot(): Snapshot {
    if (this.#isPreparing) {
      return this.#partialSnapshot();
    }
    this.#snapshot ??= this.#snapshotOf(this.#compiler.parse(this.#files));
    return this.#snapshot;
  }

  /** A snapshot that has one of the files in any case. */
  snapshotWith(path: string): Snapshot {
    const file = this.#isPreparing ? this.#files.find((each) => each.path === path) : undefined;
    if (file !== undefined) {
      this.#asked.add(path);
      finish(this.#compiler.parseFile(file));
    }
    return this.snapshot;
  }

  /** Whether snapshots have what a file imports, directly or not. */
  isReadAround(path: string): boolean {
    this.#asked.add(path);
    return !this.#isPreparing || this.#order.isComplete(path);
  }

  /**
   * Compiles with pauses, so that the API is there when a request needs it: first the files that were asked about, with what
   * they import. What changes in a pause is compiled when it is needed, unless all of it is prepared for the first time.
   */
  async prepare(pause: () => Promise<void>): Promise<void> {
    do {
      const files = this.#files;
      const isWanted = (): boolean => this.#files === files && (this.#isPreparing || this.#snapshot === undefined);
      if (isWanted()) {
        const analysis = await finishWithPauses(this.#compileInSteps(files), pause, isWanted);
        if (analysis !== undefined) {
          this.#isPreparing = false;
          this.#partial = undefined;
          this.#snapshot = this.#snapshotOf(analysis.specs, analysis);
        }
      }
    } while (this.#isPreparing);
  }

  *#compileInSteps(files: readonly SourceFile[]): Steps<Analysis> {
    if (this.#isPreparing) {
      const isParsed = (file: SourceFile): boolean => this.#compiler.parsed([file]).length > 0;
      for (;;) {
        const file = this.#order.next(this.#asked, isParsed);
        if (file === undefined) {
          break;
        }
        yield* this.#compiler.parseFile(file);
      }
    }
    return yield* this.#compiler.compileInSteps(files);
  }

  /** The files that are parsed so far, of whose meaning nothing is known yet. */
  #partialSnapshot(): Snapshot {
    const specs = this.#compiler.parsed(this.#files);
    const known = this.#partial;
    if (known?.specs.length === specs.length && specs.every((spec, index) => spec === known.specs[index])) {
      return known.snapshot;
    }
    const snapshot = this.#snapshotOf(specs, { ...nothing, specs });
    this.#partial = { specs, snapshot };
    return snapshot;
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
