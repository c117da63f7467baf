type Step = readonly [container: object, key: string | number, parent: Step | undefined];

/**
 * Gives the path to what `container` holds under `key`, such as `entries[3].size`, by looking for that very container
 * in the tree below `root`. A key of `""` in no container is the root itself.
 */
export function findPath(root: unknown, container: unknown, key: string | number): string {
  if (container === undefined) {
    return "";
  }
  return `${pathOf(root, container)}${segment(key)}`.replace(/^\./, "");
}

function pathOf(root: unknown, wanted: unknown): string {
  const seen = new Set<unknown>([root]);
  const open: { value: unknown; step: Step | undefined }[] = [{ value: root, step: undefined }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.value === wanted) {
      return text(at.step);
    }
    for (const [key, value] of children(at.value)) {
      if (typeof value === "object" && value !== null && !seen.has(value)) {
        seen.add(value);
        open.push({ value, step: [at.value as object, key, at.step] });
      }
    }
  }
  return "";
}

function children(value: unknown): (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) {
    return value.map((item, index) => [index, item as unknown] as const);
  }
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function text(last: Step | undefined): string {
  const segments: string[] = [];
  for (let step = last; step !== undefined; step = step[2]) {
    segments.push(segment(step[1]));
  }
  return segments.reverse().join("");
}

function segment(key: string | number): string {
  if (typeof key === "number") {
    return `[${key}]`;
  }
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
