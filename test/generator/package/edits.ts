import type { SourceFile } from "../../../src/text/source.js";

/** Changes as people make them, at a line. Many make a specification wrong, as those of people do. */
export const edits: readonly ((line: string) => string)[] = [
  (line) => line.replace(/[a-z]+\.?"$/, 'otherwise."'),
  (line) => line.replace(/^( +)"(\w+)/, '$1"Newly $2'),
  (line) => line.replace(/^( {4})([a-z]\w*) (\w+)$/, "$1$2 $3\n$1$2_too $3?"),
  (line) => line.replace(/^( {4})([a-z]\w*) String$/, '$1$2 String = "x"'),
  (line) => line.replace(/^( {4}[a-z]\w*) \w+$/, "$1 UInt32"),
  (line) => line.replace(/^( {4}[a-z]\w*)$/, "$1 String"),
  (line) => line.replace(/^( {4}[a-z]\w*) [\w.]+$/, "$1"),
  (line) => line.replace(/^( {4}[a-z]\w*)$/, "$1\n$1_and_more"),
  (line) => line.replace(/^(struct|union) (\w+)$/, '$1 Another$2\n    "New."\n    it Boolean?\n\n$1 $2'),
  (line) => line.replace(/^union /, "union_closed "),
  (line) => line.replace(/^union_closed /, "union "),
  (line) => line.replace(/^alias (\w+) = .*$/, "alias $1 = String"),
  (line) => line.replace(/^route ([\w/]+) \((.*), (.*), (.*)\)/, "route $1 ($3, $2, $4)"),
  (line) => line.replace(/^route ([\w/]+)(:2)? /, "route $1:2 "),
  (line) => (line.startsWith("    ") ? "" : line),
];

/** Files after an edit of one of the lines to which it applies, `at` of them. */
export function edited(files: readonly SourceFile[], at: number, edit: (line: string) => string): SourceFile[] {
  const isCandidate = (line: string): boolean => edit(line) !== line;
  const places = files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (isCandidate(line) ? [{ path, index }] : [])),
  );
  const place = places[at % Math.max(places.length, 1)];
  return files.map(({ path, text }) => ({
    path,
    text:
      path === place?.path
        ? text
            .split("\n")
            .map((line, index) => (index === place.index ? edit(line) : line))
            .join("\n")
        : text,
  }));
}
