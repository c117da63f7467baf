import { parseLossless } from "../../ir/from-json.js";

/** The maximum length of a message that is shown in full, in UTF-16 code units. */
const longest = 120;
/** The maximum length of values that are not on the path. */
const longestBeside = 20;
/** The maximum length of the item that represents a list. */
const longestItem = 60;

/** Returns the names and indexes in a path such as `members[0].profile["a b"]`. */
export function stepsOfPath(path: string): readonly string[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => index ?? quoted ?? name ?? "",
  );
}

/** Returns the path to the first difference between two messages. */
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
 * Returns a message for people. A long message is reduced to tags and the values on the path that the steps describe,
 * with `…` for the rest. The end of the path is shown in its context: the number of items of a list, or the fields of
 * an object that lacks one.
 */
export function abbreviateMessage(json: string, steps: readonly string[]): string {
  return json.length <= longest ? json : abbreviateReading(json, steps);
}

/**
 * Does the same as {@link abbreviateMessage} for the interpretation of a message, which is reduced even if it is short.
 */
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

/** Returns the first members of an object, and a note about a missing one. */
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
