interface Step {
  readonly key: string | number;
  readonly parent: Step | undefined;
}

/**
 * Gives the path to what `container` holds under `key`, such as `entries[3].size`, by looking for that very container
 * in the tree below `root`, where it may be in several places: the first one counts. A container of `undefined` means
 * the root itself, whose path is empty. If the container is not in the tree, the path is the key alone.
 */
export function findPath(root: unknown, container: unknown, key: string | number): string {
  if (container === undefined) {
    return "";
  }
  return `${pathOf(root, container)}${segment(key)}`.replace(/^\./, "");
}

function pathOf(root: unknown, wanted: unknown): string {
  const seen = new Set<unknown>(); // a value to be sent may have cycles
  const open: { value: unknown; step: Step | undefined }[] = [{ value: root, step: undefined }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.value === wanted) {
      return text(at.step);
    }
    if (seen.has(at.value)) {
      continue;
    }
    seen.add(at.value);
    // The last child first, so that the first is taken next.
    for (const [key, value] of children(at.value).reverse()) {
      if (typeof value === "object" && value !== null) {
        open.push({ value, step: { key, parent: at.step } });
      }
    }
  }
  return "";
}

function children(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) => [index, item]); // not `map`, which leaves holes
  }
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function text(last: Step | undefined): string {
  const segments: string[] = [];
  for (let step = last; step !== undefined; step = step.parent) {
    segments.push(segment(step.key));
  }
  return segments.reverse().join("");
}

function segment(key: string | number): string {
  if (typeof key === "number") {
    return `[${key}]`;
  }
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
