/** A file of a package as text. */
export interface PrintedFile {
  /** Below the folder of the package. */
  readonly path: string;
  readonly text: string;
}
