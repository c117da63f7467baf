import { isAbsolute, relative, resolve, sep } from "node:path";
import type { SourceFile } from "../../text/source.js";
import { UsageError } from "../failure.js";
import { displayPath } from "../display-path.js";

/** Throws a UsageError if the output folder contains a specification, or the folder of the configuration. */
export function checkOutputFolder(folder: string, directory: string, specs: readonly SourceFile[]): void {
  if (folder === directory) {
    return; // a project may consist only of the package
  }
  const spec = specs.find(({ path }) => isInside(resolve(path), folder));
  const found = isInside(directory, folder) ? "the configuration" : spec && `the specification ${spec.path}`;
  if (found !== undefined) {
    throw new UsageError(
      `The output folder ${displayPath(folder)} contains ${found}. Choose a folder of its own in 'out'.`,
    );
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
