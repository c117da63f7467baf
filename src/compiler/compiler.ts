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
 * them is analyzed anew, with errors as without. What has not changed in the API is the same object as before.
 */
export class Compiler {
  #specs: ReadonlyMap<string, SpecFile> = new Map();
  readonly #analyzer = new Analyzer();

  compile(files: readonly SourceFile[]): Analysis {
    const before = new Map(this.#specs);
    const specs = files.map((file) => {
      const known = before.get(file.path);
      before.delete(file.path);
      return known?.text === file.text ? known : parse(file, known);
    });
    this.#specs = new Map(specs.map((spec) => [spec.path, spec]));
    const { api, findings } = this.#analyzer.analyze(specs);
    return { api, findings: [...specs.flatMap((spec) => spec.findings), ...findings], specs };
  }
}
