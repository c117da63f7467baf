/** Whether a name matches a pattern in which `*` matches any string. */
export function matchesName(pattern: string, name: string): boolean {
  const source = pattern.split("*").map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`, "s").test(name);
}
