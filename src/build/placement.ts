import type { PackageOptions } from "../facts/package-options.js";
import type { PrintedFile } from "../code/printed-file.js";
import { CommonJsFiles } from "./common-js.js";
import { SourceFiles } from "./source-files.js";

/** Puts files where a package has them, with CommonJS if that is wanted; or where they are among the user's sources. */
export class Placement {
  #sources: SourceFiles | undefined;
  readonly #commonJs = new CommonJsFiles();

  /** `others` are the files of users' emitters, which are placed even if they are no sources. */
  async of(
    own: readonly PrintedFile[],
    others: readonly PrintedFile[],
    options: PackageOptions,
  ): Promise<PrintedFile[]> {
    if (options.output !== "source") {
      const files = [...own, ...others];
      return options.modules === "dual" ? [...files, ...(await this.#commonJs.of(files))] : files;
    }
    const extension = options.importExtension ?? ".js";
    if (this.#sources?.extension !== extension) {
      this.#sources = new SourceFiles(extension);
    }
    const besides = others.filter(({ path }) => !/^(?:src|dist)\//.test(path));
    return [...this.#sources.of([...own, ...others]), ...besides];
  }
}
