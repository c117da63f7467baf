const lines = [
  "# Line ends are the same on every platform; reviews on GitHub fold what is generated.",
  "/generated/** text eol=lf linguist-generated",
  "*.stone text eol=lf",
];

/**
 * Adds the lines for generated files to the text of a `.gitattributes`. Returns undefined if it already contains them.
 */
export function withGitAttributes(text = ""): string | undefined {
  if (lines.every((line) => text.split(/\r?\n/).includes(line))) {
    return undefined;
  }
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text === "" || text.endsWith("\n") ? text : text + lineEnd;
  return before + lines.map((line) => line + lineEnd).join("");
}
