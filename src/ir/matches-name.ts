/** Whether a name matches a pattern, where `*` matches any text. */
export function matchesName(pattern: string, name: string): boolean {
  const source = pattern.split("*").map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`, "s").test(name);
}
