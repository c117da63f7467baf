import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { glob } from "tinyglobby";
import { displayPath } from "../../../project/display-path.js";
import { UsageError } from "../../../project/failure.js";
import type { Guide, GuideProblem } from "../../../site/guides/guide.js";
import { parseGuide } from "../../../site/guides/parse-guide.js";

export interface Guides {
  /** The guides in the order of their front matter, then by file. */
  readonly guides: readonly Guide[];
  readonly problems: readonly GuideProblem[];
}

/** Reads the guides of a configuration. Throws a UsageError if the pattern matches no files. */
export async function readGuides(pattern: string | undefined, directory: string): Promise<Guides> {
  if (pattern === undefined) {
    return { guides: [], problems: [] };
  }
  const paths = await glob(pattern, { cwd: directory, ignore: ["**/node_modules/**"] });
  const files = paths.filter((path) => path.endsWith(".md")).sort();
  if (files.length === 0) {
    throw new UsageError(`'docs.guides' has '${pattern}', but there is no .md file at it.`);
  }
  const parsed = await Promise.all(
    files.map(async (file) => {
      const path = resolve(directory, file);
      return parseGuide(displayPath(path).replaceAll("\\", "/"), await readFile(path, "utf8"));
    }),
  );
  return {
    guides: parsed.map(({ guide }) => guide).sort((a, b) => a.order - b.order),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}
