export function stringPattern(
  source: string,
): { kind: "none" } | { kind: "regexp"; source: string } | { kind: "linear"; program: unknown } {
  return source === "" ? { kind: "none" } : { kind: "regexp", source: "^(?:" + source.replace(/\//g, "\\/") + ")$" };
}
export function redactorPattern(source: string | undefined): string | undefined {
  return source === undefined || source === "" ? undefined : source.replace(/\//g, "\\/");
}
