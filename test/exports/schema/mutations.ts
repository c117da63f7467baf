/** A source of pseudo-random integers below a bound, the same in each run. */
export type Random = (bound: number) => number;

export function seeded(seed: number): Random {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const strays: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  7,
  2 ** 31,
  2 ** 53,
  1e300,
  "",
  "a",
  "other",
  "😀\ud800",
  "YQ==",
  "2020-02-29T00:00:00Z",
  [],
  {},
  [null],
  { ".tag": "other" },
  { ".tag": "newer", x: [1] },
  { ".tag": 1 },
];

const strayKeys = ["x", "other", "", "toString", "constructor", "__proto__", ".tagged"];

interface Place {
  readonly container: Record<string, unknown>;
  readonly key: string;
}

/** A copy of JSON with something changed at a random place. */
export function mutate(json: unknown, random: Random): unknown {
  const root: Record<string, unknown> = { json: structuredCloneOf(json) };
  const places: Place[] = [];
  const visit = (container: Record<string, unknown>): void => {
    for (const key of Object.keys(container)) {
      places.push({ container, key });
      const inner = Object.getOwnPropertyDescriptor(container, key)?.value as unknown;
      if (typeof inner === "object" && inner !== null) {
        visit(inner as Record<string, unknown>);
      }
    }
  };
  visit(root);
  const { container, key } = places[random(places.length)] ?? { container: root, key: "json" };
  const value = Object.getOwnPropertyDescriptor(container, key)?.value as unknown;
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const put = (at: Record<string, unknown>, name: string, member: unknown): void => {
    Object.defineProperty(at, name, { value: member, enumerable: true, configurable: true, writable: true });
  };
  switch (random(4)) {
    case 0:
      put(container, key, structuredCloneOf(pick(strays)));
      break;
    case 1:
      if (container !== root && !Array.isArray(container)) {
        Reflect.deleteProperty(container, key);
        break;
      }
      put(container, key, null);
      break;
    case 2:
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        const members = value as Record<string, unknown>;
        const name = pick([...strayKeys, ...Object.keys(members), String(members[".tag"])]);
        put(members, name, structuredCloneOf(pick(strays)));
        break;
      }
      put(container, key, changeScalar(value, random));
      break;
    default:
      put(container, key, changeScalar(value, random));
  }
  return root["json"];
}

/** A value that is near to another one: one character more, less or different, a number beside it, the tag alone. */
function changeScalar(value: unknown, random: Random): unknown {
  if (typeof value === "string") {
    const at = random(value.length + 1);
    const inserted = ["", "0", "9", "a", "\n", "\u2028", "é", "=", " "][random(9)] ?? "";
    return value.slice(0, at) + inserted + value.slice(at + random(2));
  }
  if (typeof value === "number") {
    return value + ([1, -1, 0.5, 1000][random(4)] ?? 0);
  }
  if (Array.isArray(value)) {
    return random(2) === 0 ? value.slice(1) : [...(value as unknown[]), ...(value as unknown[]).slice(0, 1)];
  }
  if (typeof value === "object" && value !== null) {
    return (value as Record<string, unknown>)[".tag"] ?? [value];
  }
  return value === null ? {} : { ".tag": value };
}

/** JSON.parse keeps the key `__proto__`, which assignments do not. */
function structuredCloneOf(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json)) as unknown;
}
