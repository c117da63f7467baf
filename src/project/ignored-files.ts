import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The name is Prettier's, so that editors and commands ignore the same files. */
const fileName = ".prettierignore";

/**
 * A line of an ignore file: which paths below the file's folder it matches, and whether these are ignored or included.
 */
interface IgnoreLine {
  readonly matches: (path: string) => boolean;
  readonly foldersOnly: boolean;
  readonly ignores: boolean;
}

/**
 * Returns those of the files that the formatter and the linter ignore: files in `node_modules`, and files that match a
 * `.prettierignore` in their folder or above, up to the root of the repository.
 */
export async function findIgnored(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const ignoreFiles = new Map<string, readonly IgnoreLine[]>();
  const ignored = new Set<string>();
  for (const path of paths) {
    const whole = resolve(path);
    const isVendored = relative(process.cwd(), whole).split(sep).includes("node_modules");
    let isNamed = false;
    for (const folder of foldersAbove(whole)) {
      const lines = ignoreFiles.get(folder) ?? (await readIgnoreFile(join(folder, fileName)));
      ignoreFiles.set(folder, lines);
      isNamed ||= isIgnored(relative(folder, whole).split(sep), lines);
    }
    if (isVendored || isNamed) {
      ignored.add(path);
    }
  }
  return ignored;
}

/**
 * Returns the folder of a file and its parent folders, up to the root of the repository, or of the disk if there is
 * none.
 */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : existsSync(join(folder, ".git")) ? [folder] : [folder, ...foldersAbove(folder)];
}

/** Returns the lines of an ignore file in Git's syntax; empty if there is no such file. */
async function readIgnoreFile(path: string): Promise<readonly IgnoreLine[]> {
  if (!existsSync(path)) {
    return [];
  }
  const { default: picomatch } = await import("picomatch");
  const lines = readFileSync(path, "utf8")
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\)\s+$/, ""))
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, negation, pattern = "", slash] = /^(!?)(.*?)(\/?)$/.exec(line) ?? [];
    // A pattern that contains a slash is relative to the folder of the ignore file. Others also match in all folders
    // below.
    const glob = pattern.includes("/") ? pattern.replace(/^\//, "").replace(/\/\*\*$/, "/**/*") : `**/${pattern}`;
    return {
      matches: picomatch(glob, { dot: true, nobrace: true, noextglob: true, nonegate: true }),
      foldersOnly: slash === "/",
      ignores: negation === "",
    };
  });
}

/** Whether a file or one of its folders is ignored. Files in an ignored folder cannot be included again. */
function isIgnored(segments: readonly string[], lines: readonly IgnoreLine[]): boolean {
  return segments.some((_, index) => {
    const isFile = index === segments.length - 1;
    const path = segments.slice(0, index + 1).join("/");
    return lines.findLast((line) => !(line.foldersOnly && isFile) && line.matches(path))?.ignores === true;
  });
}
