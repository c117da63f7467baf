/** One step of a path: the name of a member or the index of an item. */
export type Segment = string | number;

interface Step {
  readonly key: Segment;
  readonly parent: Step | undefined;
}

/**
 * Returns the path to the member of `root` that `read` reads last, such as `["entries", 3, "size"]`; empty if it reads none. If
 * `read` is a check that has failed, and fails again, this is the path of the mismatch. `read` also receives a function that
 * returns the path so far.
 */
export function lastRead(root: unknown, read: (observed: unknown, path: () => Segment[]) => unknown): Segment[] {
  let last: Step | undefined;
  const observe = (value: unknown, parent: Step | undefined): unknown => {
    if (!isTree(value)) {
      return value;
    }
    // A copy, because a proxy must return the members of a frozen object as they are.
    const copy: object = Array.isArray(value)
      ? [...(value as readonly unknown[])]
      : withPrototypeOf(value, { ...value });
    return new Proxy(copy, {
      get(target, name, receiver): unknown {
        const member: unknown = Reflect.get(target, name, receiver);
        const key = typeof name === "string" && Array.isArray(target) ? Number(name) : name;
        if (typeof key === "symbol" || Number.isNaN(key)) {
          return member; // a method or the length of a list
        }
        last = { key, parent };
        return observe(member, last);
      },
    });
  };
  try {
    read(observe(root, undefined), () => segmentsTo(last));
    return []; // the value has getters and has changed since
  } catch {
    return segmentsTo(last);
  }
}

/** Returns a path as text, such as `entries[3].size`. */
export function pathText(segments: readonly Segment[]): string {
  return segments.map(segmentText).join("").replace(/^\./, "");
}

/** Returns whether a value has members that checks read: an array or an object, but not a `Date`. */
function isTree(value: unknown): value is object {
  return Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]";
}

function withPrototypeOf(value: object, copy: object): object {
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(value) as object | null) as object;
}

function segmentsTo(last: Step | undefined): Segment[] {
  const segments: Segment[] = [];
  for (let step = last; step !== undefined; step = step.parent) {
    segments.push(step.key);
  }
  return segments.reverse();
}

function segmentText(key: Segment): string {
  return typeof key === "string" && /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
