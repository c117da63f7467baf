/** A file of a package as text. */
export interface PrintedFile {
  /** The path relative to the package folder. */
  readonly path: string;
  readonly text: string;
}
