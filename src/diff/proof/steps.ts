/** A step to a place: to a field, a tag or a subtype by its name, or into a list or a map. */
export type Step = { readonly member: string } | { readonly into: "items" | "values" | "keys" };

const containers: Readonly<Record<string, Step>> = {
  "[]": { into: "items" },
  "{}": { into: "values" },
  "{key}": { into: "keys" },
};

/** Parses the path from a part to a place: `result → ListFolderResult.entries[] → FileMetadata.size`. */
export function parseSteps(path: string): readonly Step[] {
  return path.split(" → ").flatMap((text) => {
    const [, member, suffixes = ""] = /^[^.[{]*(?:\.([^[{]*))?(.*)$/.exec(text) ?? [];
    const inside = [...suffixes.matchAll(/\[\]|\{key\}|\{\}/g)].flatMap(([suffix]) => containers[suffix] ?? []);
    return member === undefined ? inside : [{ member }, ...inside];
  });
}
