import type { Finding } from "../text/diagnostics/diagnostic.js";
import type { Api } from "../ir/api.js";
import type { Runs } from "./queries/queries.js";
import { Analyzer } from "./semantics/analyze.js";
import type { SourceFile } from "../text/source.js";
import type { SpecFile } from "../syntax/ast.js";
import { parseInSteps as parseFileInSteps } from "../syntax/parse.js";
import { finish, type Steps } from "../text/steps.js";

/** The result of analyzing files. */
export interface Analysis {
  /** Valid only if no finding is an error. */
  readonly api: Api;
  readonly findings: readonly Finding[];
  /** The trees of the files. */
  readonly specs: readonly SpecFile[];
}

/**
 * Compiles specifications incrementally. Only items whose text has changed are parsed again, and only what depends on
 * them is analyzed again, even if there are errors. The objects for unchanged parts of the API and the trees of
 * unchanged items are reused. When an item moves, the positions in earlier analyses that refer to it move, too.
 */
export class Compiler {
  /**
   * The files by path. A file is stored as soon as it is parsed, because parsing moves the items of the earlier tree.
   */
  readonly #specs = new Map<string, SpecFile>();
  readonly #analyzer: Analyzer;

  /** A compiler that runs only "once" does not record dependencies. */
  constructor(runs: Runs = "repeatedly") {
    this.#analyzer = new Analyzer(runs);
  }

  compile(files: readonly SourceFile[]): Analysis {
    return finish(this.compileInSteps(files));
  }

  /**
   * Does the same as {@link compile} in steps, each of which processes about one definition. Another compilation may
   * start before the last step.
   */
  *compileInSteps(files: readonly SourceFile[]): Steps<Analysis> {
    const specs = yield* this.parseInSteps(files);
    const { api, findings } = yield* this.#analyzer.analyze(specs);
    return { api, findings: [...specs.flatMap((spec) => spec.findings), ...findings], specs };
  }

  /** Parses the files, which takes a fraction of the time of {@link compile}. */
  parse(files: readonly SourceFile[]): readonly SpecFile[] {
    return finish(this.parseInSteps(files));
  }

  /** Returns the trees of the files that are already parsed. */
  parsed(files: readonly SourceFile[]): readonly SpecFile[] {
    return files.flatMap(({ path, text }) => {
      const spec = this.#specs.get(path);
      return spec?.text === text ? [spec] : [];
    });
  }

  /** Parses one of the files ahead of the others, in one step per item. */
  *parseFile(file: SourceFile): Steps<SpecFile> {
    const oldSpec = this.#specs.get(file.path);
    if (oldSpec?.text === file.text) {
      return oldSpec;
    }
    const spec = yield* parseFileInSteps(file, oldSpec);
    this.#specs.set(file.path, spec);
    return spec;
  }

  /** Does the same as {@link parse} in steps, one per item. */
  *parseInSteps(files: readonly SourceFile[]): Steps<readonly SpecFile[]> {
    const paths = new Set(files.map(({ path }) => path));
    // The trees to reuse for files that were moved to another folder or that come from another revision.
    const removedSpecs = new Map(
      [...this.#specs.values()].flatMap((spec) => (paths.has(spec.path) ? [] : [[fileName(spec), spec]])),
    );
    const seen = new Set<string>();
    const specs: SpecFile[] = [];
    for (const file of files) {
      const oldSpec = seen.has(file.path) ? undefined : this.#specs.get(file.path);
      seen.add(file.path);
      if (oldSpec?.text === file.text) {
        specs.push(oldSpec);
      } else {
        const spec = yield* parseFileInSteps(file, oldSpec ?? this.#take(removedSpecs, file));
        this.#specs.set(file.path, spec);
        specs.push(spec);
      }
    }
    for (const path of this.#specs.keys()) {
      if (!paths.has(path)) {
        this.#specs.delete(path);
      }
    }
    return specs;
  }

  /** Removes and returns the tree of a file that has moved to this path; undefined if there is none. */
  #take(removedSpecs: Map<string, SpecFile>, file: SourceFile): SpecFile | undefined {
    const name = fileName(file);
    const moved = removedSpecs.get(name);
    if (moved !== undefined) {
      removedSpecs.delete(name);
      this.#specs.delete(moved.path);
    }
    return moved;
  }
}

function fileName({ path }: SourceFile): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
