import picomatch from "picomatch";
import { paths } from "./files.js";

/* Replaces `tinyglobby`, as far as the server uses it, for the files of the editor. */

interface Options {
  readonly cwd: string;
  readonly ignore?: readonly string[];
  /** The maximum number of folder levels that are searched. */
  readonly deep?: number;
}

/** Returns the absolute paths of the files below a folder that match a pattern. */
export function glob(pattern: string, { cwd, ignore = [], deep = Infinity }: Options): Promise<string[]> {
  const matches = picomatch(pattern, { ignore: [...ignore] });
  const start = cwd === "/" ? cwd : `${cwd}/`;
  const matchingPaths = [...paths()].filter((path) => {
    const inside = path.startsWith(start) ? path.slice(start.length) : undefined;
    return inside !== undefined && inside.split("/").length <= deep && matches(inside);
  });
  return Promise.resolve(matchingPaths);
}

export function isDynamicPattern(pattern: string): boolean {
  return /[*?[\]{}()!]/.test(pattern);
}
