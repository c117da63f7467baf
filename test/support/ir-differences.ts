/** One place at which two JSON values differ; what is absent is undefined. */
export interface Difference {
  /** Such as `files/FileArg/fields/path/doc`: names, labels and indices. */
  readonly path: string;
  /** What Stone has there. */
  readonly golden: unknown;
  readonly ours: unknown;
}

/** The places at which two documents of `ashlar ir` differ. */
export function differences(golden: unknown, ours: unknown, path = ""): Difference[] {
  if (isObject(golden) && isObject(ours) && Array.isArray(golden) === Array.isArray(ours)) {
    const keys = new Set([...Object.keys(golden), ...Object.keys(ours)]);
    return [...keys].flatMap((key) =>
      differences(golden[key], ours[key], `${path}/${Array.isArray(golden) ? itemName(golden[key], key) : key}`),
    );
  }
  return Object.is(golden, ours) ? [] : [{ path: path.replace(/^\/namespaces\//, ""), golden, ours }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function itemName(item: unknown, index: string): string {
  const name = isObject(item) ? (item["name"] ?? item["label"]) : undefined;
  return typeof name === "string" ? name : index;
}

/** QUIRK-17: Stone puts the word None after the notice of a field without documentation. */
export function isNoneBehindNotice({ path, golden, ours }: Difference): boolean {
  return path.endsWith("/doc") && typeof ours === "string" && golden === `${ours} None`;
}
