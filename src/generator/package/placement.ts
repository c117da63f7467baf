import type { PackageOptions } from "../facts/package-options.js";
import type { PrintedFile } from "../code/printed-file.js";
import { CommonJsFiles } from "./common-js.js";
import { SourceFiles } from "./source-files.js";
import { UncheckedSources } from "./unchecked-sources.js";

/**
 * Assigns the final paths of files: those of a package, with CommonJS files if requested, or those in a folder of the user's
 * own sources.
 */
export class Placement {
  readonly #unchecked = new UncheckedSources();
  #sources: SourceFiles | undefined;
  readonly #commonJs = new CommonJsFiles();

  /** Returns the files with their final paths. `others` are the files of users' emitters, which are included even if they are not sources. */
  async of(
    own: readonly PrintedFile[],
    others: readonly PrintedFile[],
    options: PackageOptions,
  ): Promise<PrintedFile[]> {
    const files = [...this.#unchecked.of(own), ...others];
    if (options.output !== "source") {
      return options.modules === "dual" ? [...files, ...(await this.#commonJs.of(files))] : files;
    }
    const extension = options.importExtension ?? ".js";
    if (this.#sources?.extension !== extension) {
      this.#sources = new SourceFiles(extension);
    }
    const besides = others.filter(({ path }) => !/^(?:src|dist)\//.test(path));
    return [...this.#sources.of(files), ...besides];
  }
}
