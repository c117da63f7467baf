/** Something that an output leaves out or cannot express, for the people who read it (OUT-10). */
export interface Note {
  /** Never renamed or reused. */
  readonly code: "example-does-not-fit";
  /** What it is about, such as `files.FileMetadata`. */
  readonly place: string;
  /** The reason, as a sentence. */
  readonly message: string;
}

/** An example that clients would refuse. `path` is where, such as `entries[0].size`. */
export function exampleDoesNotFit(type: string, label: string, path: string, problem: string): Note {
  const where = path === "" ? "" : ` at ${path}`;
  return {
    code: "example-does-not-fit",
    place: type,
    message: `The example '${label}' is left out${where}: ${problem}.`,
  };
}
