import type { Finding } from "../diagnostics/diagnostic.js";
import type { Api } from "../ir/api.js";
import { Analyzer } from "../semantics/analyze.js";
import type { SourceFile } from "../source/source.js";
import type { SpecFile } from "../syntax/ast.js";
import { parse } from "../syntax/parse.js";

/** What the compiler has found out about files. */
export interface Analysis {
  /** Right only if no finding is an error. */
  readonly api: Api;
  readonly findings: readonly Finding[];
  /** The trees of the files. */
  readonly specs: readonly SpecFile[];
}

/**
 * Compiles specifications again and again. Only items whose text has changed are parsed anew, and only what depends on
 * them is analyzed anew, with errors as without. What has not changed in the API is the same object as before. The trees
 * of items that have not changed are the same objects, too, so that the places of an earlier analysis move.
 */
export class Compiler {
  #specs: ReadonlyMap<string, SpecFile> = new Map();
  readonly #analyzer = new Analyzer();

  compile(files: readonly SourceFile[]): Analysis {
    const before = new Map(this.#specs);
    const moved = new MovedFiles(before, files);
    const specs = files.map((file) => {
      const known = before.get(file.path);
      before.delete(file.path);
      return known?.text === file.text ? known : parse(file, known ?? moved.find(file));
    });
    this.#specs = new Map(specs.map((spec) => [spec.path, spec]));
    const { api, findings } = this.#analyzer.analyze(specs);
    return { api, findings: [...specs.flatMap((spec) => spec.findings), ...findings], specs };
  }
}

/** The files that are gone, by their names without folders: files in another folder or of another revision have moved. */
class MovedFiles {
  readonly #byName = new Map<string, SpecFile>();

  constructor(before: ReadonlyMap<string, SpecFile>, files: readonly SourceFile[]) {
    const paths = new Set(files.map(({ path }) => path));
    for (const spec of before.values()) {
      if (!paths.has(spec.path)) {
        this.#byName.set(fileName(spec), spec);
      }
    }
  }

  find(file: SourceFile): SpecFile | undefined {
    const spec = this.#byName.get(fileName(file));
    this.#byName.delete(fileName(file));
    return spec;
  }
}

function fileName({ path }: SourceFile): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
