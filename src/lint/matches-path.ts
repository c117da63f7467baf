/**
 * Whether a path matches a glob, which can contain `*` within a segment, `**` across segments, `?`, and alternatives in
 * braces.
 */
export function matchesPath(glob: string, path: string): boolean {
  const source = glob
    .replace(/^\.\//, "")
    .replace(/\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|[.+^$()|[\]\\]/g, (sign, alternatives: string | undefined) => {
      switch (sign) {
        case "**/":
          return "(?:.*/)?";
        case "**":
          return ".*";
        case "*":
          return "[^/]*";
        case "?":
          return "[^/]";
        default:
          return alternatives === undefined ? `\\${sign}` : `(?:${alternatives.split(",").map(escapePart).join("|")})`;
      }
    });
  return new RegExp(`^${source}$`).test(path.replaceAll("\\", "/").replace(/^\.\//, ""));
}

function escapePart(text: string): string {
  return text.replace(/[.+^$()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
}
