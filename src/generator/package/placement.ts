import type { PackageOptions } from "../facts/package-options.js";
import type { PrintedFile } from "../code/module.js";
import { commonJsFiles } from "./common-js.js";
import { sourceFiles } from "./source-files.js";
import { withoutChecks } from "./unchecked-sources.js";

/**
 * Returns files with their final paths: those of a package, with CommonJS files if requested, or those in a folder of the user's
 * own sources. `foreign` are the files of users' emitters, which are included even if they are not sources.
 */
export async function placeFiles(
  generated: readonly PrintedFile[],
  foreign: readonly PrintedFile[],
  { output, modules, importExtension = ".js" }: PackageOptions,
): Promise<PrintedFile[]> {
  const files = [...generated.map(withoutChecks), ...foreign];
  if (output !== "source") {
    return modules === "dual" ? [...files, ...(await commonJsFiles(files))] : files;
  }
  return [...sourceFiles(files, importExtension), ...foreign.filter(({ path }) => !/^(?:src|dist)\//.test(path))];
}
