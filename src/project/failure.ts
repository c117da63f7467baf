/**
 * A problem with the command line, the configuration or a file that they name. It is reported to the user with exit
 * code 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Appends a period to a text, unless it is a question. */
export function sentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}

/** Returns the report about any other error, which is a bug in Ashlar. */
export function mistakeReport(thrown: unknown): string {
  const trace = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return `Ashlar failed. This is a bug in Ashlar, not an error in your specification.\n${trace}\n`;
}

/** Returns the error code of the operating system, such as ENOENT; undefined if there is none. */
export function errorCode(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}

/** Returns the reason for an error of the operating system, as a clause. */
export function failureReason(thrown: unknown): string {
  switch (errorCode(thrown)) {
    case "ENOENT":
      return "it does not exist";
    case "EACCES":
    case "EPERM":
      return "permission is denied";
    case "EEXIST":
      return "a file is where a folder is needed";
    case "EISDIR":
      return "it is a folder";
    case "ENOTDIR":
      return "part of the path is a file, not a folder";
    case "ENOSPC":
      return "the disk is full";
    case "EDQUOT":
      return "the disk quota is exceeded";
    case "EROFS":
      return "the file system is read-only";
    case "ELOOP":
      return "it is part of a cycle of symbolic links";
    default:
      return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
