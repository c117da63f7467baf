/** A file of a package as text. */
export interface PrintedFile {
  /** Relative to the package folder. */
  readonly path: string;
  readonly text: string;
}
