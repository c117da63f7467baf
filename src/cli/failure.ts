/** The command line, the configuration or a file that it names is wrong: said to the user, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A text as a sentence: with a full stop, unless it is a question. */
export function sentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}

/** What to say of anything else that was thrown. */
export function mistakeReport(thrown: unknown): string {
  const trace = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return `Ashlar failed. This is a bug in Ashlar, not an error in your specification.\n${trace}\n`;
}

/** What the operating system calls that which went wrong, such as ENOENT. */
export function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}

/** What the operating system says went wrong, in words. */
export function reasonOf(thrown: unknown): string {
  switch (codeOf(thrown)) {
    case "ENOENT":
      return "it does not exist";
    case "EACCES":
    case "EPERM":
      return "permission is denied";
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
