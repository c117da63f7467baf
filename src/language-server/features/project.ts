import { Compiler } from "../../compiler/compiler.js";
import { finish, finishWithPauses, type Steps } from "../../text/steps.js";
import type { Finding } from "../../text/diagnostics/diagnostic.js";
import type { Severities } from "../../text/diagnostics/severities.js";
import type { Api } from "../../ir/api.js";
import type { SourceFile } from "../../text/source.js";
import type * as ast from "../../syntax/ast.js";
import { Names } from "../symbols/names.js";
import { divideFiles, PartAnalysis, type Part, type PartFiles } from "./parts.js";
import { ReadingOrder } from "./reading-order.js";

/**
 * The state of a project, valid until its files change. The targets of names are derived from the trees alone. The
 * files are analyzed only when the API or the findings are requested.
 */
export interface Snapshot {
  /** Valid only if no finding is an error. For a large project, {@link apiOf} is available much sooner. */
  readonly api: Api;
  readonly findings: readonly Finding[];
  readonly files: ReadonlyMap<string, ast.SpecFile>;
  readonly names: Names;
  /** The independent parts of the files; a small project has one part. */
  readonly parts: readonly Part[];
  /** Returns an API that contains a namespace and everything that the namespace refers to. */
  apiOf(namespace: string): Api;
}

/** The API in snapshots of files that are not analyzed yet. */
const nothing: Api = { namespaces: [], stoneCfg: undefined };

/**
 * The files of one API, compiled incrementally after each change. While the project is being prepared in the
 * background, its snapshots contain only the files that have been parsed.
 */
export class Project {
  readonly #compiler = new Compiler();
  #files: readonly SourceFile[] = [];
  #order = new ReadingOrder([]);
  #severities: Severities = {};
  #snapshot: Snapshot | undefined;
  #names = new Names([]);
  #isPreparing: boolean;
  /** The files that requests during the preparation were about. */
  readonly #asked = new Set<string>();
  /** The analysis of each part by the part's first own file; if there is only one part, the key is empty. */
  #analyses: ReadonlyMap<string, PartAnalysis> = new Map();
  #partial: { readonly specs: readonly ast.SpecFile[]; readonly snapshot: Snapshot } | undefined;

  /** `isPreparing` announces that {@link prepare} will be called. */
  constructor(isPreparing = false) {
    this.#isPreparing = isPreparing;
  }

  /** Replaces the files. Their order is the order of the diagnostics. */
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

  /** Sets the configured severities of warnings. */
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
    if (this.#snapshot === undefined) {
      const specs = this.#compiler.parse(this.#files);
      this.#snapshot = this.#snapshotOf(specs, this.#divide(specs));
    }
    return this.#snapshot;
  }

  /** Returns a snapshot that includes a file even if the file had not been parsed yet. */
  snapshotWith(path: string): Snapshot {
    const file = this.#isPreparing ? this.#files.find((each) => each.path === path) : undefined;
    if (file !== undefined) {
      this.#asked.add(path);
      finish(this.#compiler.parseFile(file));
    }
    return this.snapshot;
  }

  /**
   * Reads a file and its imports before others. Returns whether snapshots already include everything that it imports, directly
   * or indirectly.
   */
  prioritize(path: string): boolean {
    this.#asked.add(path);
    return !this.#isPreparing || this.#order.isComplete(path);
  }

  /**
   * Compiles with pauses, so that the API is available when a request needs it. Files that requests were about are
   * parsed first, together with their imports. If files change during a pause, the compilation is abandoned, and a
   * request compiles them; the first preparation starts again instead.
   */
  async prepare(pause: () => Promise<void>): Promise<void> {
    do {
      const files = this.#files;
      const isWanted = (): boolean => this.#files === files && (this.#isPreparing || this.#snapshot === undefined);
      if (isWanted()) {
        const specs = await finishWithPauses(this.#compileInSteps(files), pause, isWanted);
        if (specs !== undefined) {
          this.#isPreparing = false;
          this.#partial = undefined;
          this.#snapshot = this.#snapshotOf(specs, this.#divide(specs));
        }
      }
    } while (this.#isPreparing);
  }

  *#compileInSteps(files: readonly SourceFile[]): Steps<readonly ast.SpecFile[]> {
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
    const specs = yield* this.#compiler.parseInSteps(files);
    const parts = this.#divide(specs);
    for (const [index, analysis] of [...this.#analyses.values()].entries()) {
      const isAsked = [...this.#asked].some((path) => parts[index]?.has(path) === true);
      yield* isAsked ? analysis.apiInSteps() : analysis.findingsInSteps();
    }
    return specs;
  }

  /** Returns a snapshot of the files that have been parsed so far. They are not analyzed. */
  #partialSnapshot(): Snapshot {
    const specs = this.#compiler.parsed(this.#files);
    const previousPartial = this.#partial;
    if (
      previousPartial?.specs.length === specs.length &&
      specs.every((spec, index) => spec === previousPartial.specs[index])
    ) {
      return previousPartial.snapshot;
    }
    const snapshot = this.#snapshotOf(specs, []);
    this.#partial = { specs, snapshot };
    return snapshot;
  }

  /** Returns the parts of the current files. */
  #divide(specs: readonly ast.SpecFile[]): readonly Part[] {
    const divided = divideFiles(specs);
    const previousAnalyses = this.#analyses;
    const isWhole = divided.length === 1;
    const entries = divided.map((files): readonly [PartFiles, string, PartAnalysis] => {
      const key = isWhole ? "" : (files.own[0]?.path ?? "");
      return [files, key, previousAnalyses.get(key) ?? new PartAnalysis(isWhole)];
    });
    this.#analyses = new Map(entries.map(([, key, analysis]) => [key, analysis]));
    return entries.map(([files, , analysis]) => analysis.update(files, this.#severities));
  }

  #snapshotOf(specs: readonly ast.SpecFile[], parts: readonly Part[]): Snapshot {
    const names = (this.#names = new Names(specs, this.#names));
    const partOf = (namespace: string): Part | undefined => {
      const path = names.namespaces.get(namespace)?.headers[0]?.span.source.path;
      return path === undefined ? undefined : parts.find((part) => part.has(path));
    };
    return {
      get api() {
        return joinApis(parts, (name, part) => partOf(name) === part);
      },
      get findings() {
        return parts.flatMap(({ findings }) => findings);
      },
      files: new Map(specs.map((spec) => [spec.path, spec])),
      names,
      parts,
      apiOf: (namespace) => (partOf(namespace) ?? parts[0])?.api ?? nothing,
    };
  }
}

/** Returns the combined API of all parts, in which each namespace occurs once. */
function joinApis(parts: readonly Part[], isOf: (namespace: string, part: Part) => boolean): Api {
  const [first, second] = parts;
  if (second === undefined) {
    return first?.api ?? nothing;
  }
  return {
    namespaces: parts
      .flatMap((part) => part.api.namespaces.filter(({ name }) => isOf(name, part)))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    stoneCfg: parts.map(({ api }) => api.stoneCfg).find((schema) => schema !== undefined),
  };
}
