/** One step of a path: the name of a member or the index of an item. */
export type Segment = string | number;

interface Step {
  readonly key: Segment;
  readonly parent: Step | undefined;
}

/**
 * Returns the path to the member `key` of `container`, such as `["entries", 3, "size"]`, by searching the tree below
 * `root` for that object. If it occurs several times, the first occurrence counts. A container of `undefined` means the
 * root itself, whose path is empty. If the container is not in the tree, the path is the key alone.
 */
export function findPath(root: unknown, container: unknown, key: Segment): Segment[] {
  return container === undefined ? [] : [...pathTo(root, container), key];
}

/** A path as text, such as `entries[3].size`. */
export function pathText(segments: readonly Segment[]): string {
  return segments.map(segmentText).join("").replace(/^\./, "");
}

function pathTo(root: unknown, wanted: unknown): Segment[] {
  const seen = new Set<unknown>(); // a value to be sent may have cycles
  const open: { value: unknown; step: Step | undefined }[] = [{ value: root, step: undefined }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.value === wanted) {
      return segmentsTo(at.step);
    }
    if (seen.has(at.value)) {
      continue;
    }
    seen.add(at.value);
    // Pushed in reverse, so that the first child is visited next.
    for (const [key, value] of children(at.value).reverse()) {
      if (typeof value === "object" && value !== null) {
        open.push({ value, step: { key, parent: at.step } });
      }
    }
  }
  return [];
}

function children(value: unknown): [Segment, unknown][] {
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) => [index, item]); // not `map`, which skips holes
  }
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function segmentsTo(last: Step | undefined): Segment[] {
  const segments: Segment[] = [];
  for (let step = last; step !== undefined; step = step.parent) {
    segments.push(step.key);
  }
  return segments.reverse();
}

function segmentText(key: Segment): string {
  if (typeof key === "number") {
    return `[${key}]`;
  }
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
