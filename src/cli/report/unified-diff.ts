import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** Returns the changes of a file as a diff, for people and for `git apply`. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, options);
}
