import { parseLossless } from "../../ir/from-json.js";

/** In UTF-16 code units. */
const longest = 120;
/** How long the values are that stand beside what matters. */
const longestBeside = 20;
/** How long the item is that stands for all items of a list. */
const longestItem = 60;

/** The names and indexes on a path such as `members[0].profile["a b"]`. */
export function stepsOfPath(path: string): readonly string[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => index ?? quoted ?? name ?? "",
  );
}

/** The names and indexes that lead to the first place where two messages differ. */
export function stepsToDifference(one: string, other: string): readonly string[] {
  const find = (a: unknown, b: unknown): readonly string[] | undefined => {
    if (!isContainer(a) || !isContainer(b)) {
      return a === b ? undefined : [];
    }
    for (const step of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const rest = find(a[step], b[step]);
      if (rest !== undefined) {
        return [step, ...rest];
      }
    }
    return undefined;
  };
  return find(parseLossless(one), parseLossless(other)) ?? [];
}

/**
 * A message as it is printed for people: of long ones, only what stands on the way that the steps lead, and tags. `…` stands
 * for the rest. It ends with what is around the place: the number of items, or the fields beside one that is absent.
 */
export function abbreviateMessage(json: string, steps: readonly string[]): string {
  return json.length <= longest ? json : abbreviateReading(json, steps);
}

/** The same for what a message is taken for, of which only the place matters, however short it is. */
export function abbreviateReading(json: string, steps: readonly string[]): string {
  return abbreviate(parseLossless(json), steps);
}

function abbreviate(value: unknown, [step, ...rest]: readonly string[]): string {
  if (!isContainer(value)) {
    return scalar(value, longest);
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const item = items[Number(step ?? 0)];
    const shown = items.length === 0 ? "" : step === undefined ? anyItem(item) : abbreviate(item, rest);
    return items.length > 1 ? `[${shown},… ${items.length} items]` : `[${shown}]`;
  }
  const names = Object.keys(value);
  if (step === undefined || !names.includes(step)) {
    return around(value, step);
  }
  const shown = names
    .filter((name) => name === step || name === ".tag")
    .map((name) => `${JSON.stringify(name)}:${abbreviate(value[name], name === step ? rest : [])}`);
  return `{${[...shown, ...(shown.length < names.length ? ["…"] : [])].join(",")}}`;
}

function anyItem(item: unknown): string {
  const whole = isContainer(item) ? around(item, undefined) : scalar(item, longestBeside);
  return whole.length <= longestItem ? whole : beside(item);
}

/** The first members of an object, and that one is absent. */
function around(object: Container, absent: string | undefined): string {
  const members = Object.entries(object).map(([name, member]) => `${JSON.stringify(name)}:${beside(member)}`);
  const shown: string[] = [];
  for (const member of members) {
    if ([...shown, member].join(",").length > longest) {
      break;
    }
    shown.push(member);
  }
  const rest = shown.length < members.length ? ["…"] : [];
  const note = absent === undefined ? "" : ` without ${JSON.stringify(absent)}`;
  return `{${[...shown, ...rest].join(",")}}${note}`;
}

function beside(value: unknown): string {
  return isContainer(value) ? (Array.isArray(value) ? "[…]" : "{…}") : scalar(value, longestBeside);
}

function scalar(value: unknown, most: number): string {
  const text = typeof value === "bigint" ? String(value) : JSON.stringify(value);
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

type Container = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}
