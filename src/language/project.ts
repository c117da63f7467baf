import { Compiler } from "../compiler/compiler.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import { withSeverities, type Severities } from "../diagnostics/severities.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../source/source.js";
import type * as ast from "../syntax/ast.js";
import { Names } from "./names.js";

/** What is known about the files of a project as they are now. It is valid until the files change. */
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

  /** Sets the severities that a configuration gives to warnings. */
  setSeverities(severities: Severities): void {
    if (severities !== this.#severities) {
      this.#severities = severities;
      this.#snapshot = undefined;
    }
  }

  get snapshot(): Snapshot {
    this.#snapshot ??= this.#compile();
    return this.#snapshot;
  }

  #compile(): Snapshot {
    const { api, findings, specs } = this.#compiler.compile(this.#files);
    let names: Names | undefined;
    return {
      api,
      findings: withSeverities(findings, this.#severities),
      files: new Map(specs.map((spec) => [spec.path, spec])),
      get names() {
        return (names ??= new Names(specs));
      },
    };
  }
}
