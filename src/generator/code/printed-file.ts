import type { TypeScriptModule } from "./module.js";

/** A file of a package as text. */
export interface PrintedFile {
  /** The path relative to the package folder. */
  readonly path: string;
  readonly text: string;
  /** The module whose declarations the file contains. */
  readonly declares?: TypeScriptModule | undefined;
}
