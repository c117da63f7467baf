import type { Proof } from "../../diff/report.js";
import { sentence } from "../../project/failure.js";
import { parseLossless } from "../../ir/from-json.js";

/**
 * Returns a line with the sender and the message that demonstrates an effect, then lines with how the reader interprets it.
 * If there is no message, returns the reason, or nothing if the effect needs no message.
 */
export function renderProof(proof: Proof): readonly string[] {
  const shownMessage = showMessage(proof);
  return shownMessage === undefined
    ? whyNoMessage(proof)
    : [`${shownMessage.writer}: ${shownMessage.message}`, ...shownMessage.outcome];
}

/** The printed form of a message that demonstrates an effect. */
interface ShownMessage {
  /** `An old client sends` */
  readonly writer: string;
  /** For a long message, only its relevant parts. */
  readonly message: string;
  /** The reader's error, or the sender's and the reader's interpretations, one per line. */
  readonly outcome: readonly string[];
}

/** Returns the message that demonstrates an effect; undefined if there is none. */
export function showMessage({ direction, json, refusal, readings }: Proof): ShownMessage | undefined {
  if (json === undefined) {
    return undefined;
  }
  const [writer, reader] =
    direction === "request"
      ? ["An old client sends", "A new server reports"]
      : ["A new server answers", "An old client reports"];
  if (readings === undefined) {
    const reason = refusal === undefined ? "refused." : sentence(refusal.message.replace(/\.$/, ""));
    return {
      writer,
      message: abbreviateMessage(json, stepsOfPath(refusal?.path ?? "")),
      outcome: [`${reader}: ${reason}`],
    };
  }
  const steps = stepsToDifference(readings.writer, readings.reader);
  const [means, takes] =
    direction === "request"
      ? ["The client means", "The server takes it for"]
      : ["The server means", "The client takes it for"];
  return {
    writer,
    message: abbreviateMessage(json, steps),
    outcome: [
      `${means}: ${abbreviateReading(readings.writer, steps)}`,
      `${takes}: ${abbreviateReading(readings.reader, steps)}`,
    ],
  };
}

/** Indents a line below the message of a finding. */
export function indent(line: string): string {
  return `    ${line}`;
}

function whyNoMessage({ status, direction }: Proof): readonly string[] {
  switch (status) {
    case "undecided":
      return [`No message was found that shows the effect on the ${direction}.`];
    case "uninhabited":
      return [`No ${direction} can contain it: a type on the path from the ${direction} to the change has no values.`];
    case "described":
      return [`The ${direction} that demonstrates the effect is too long to be printed.`];
    default:
      return [];
  }
}

/** The maximum length of a message that is shown in full, in UTF-16 code units. */
const longest = 120;
/** The maximum length of values that are not on the path. */
const longestBeside = 20;
/** The maximum length of the item that represents a list. */
const longestItem = 60;

/** Returns the names and indexes in a path such as `members[0].profile["a b"]`. */
function stepsOfPath(path: string): readonly string[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => index ?? quoted ?? name ?? "",
  );
}

/** Returns the path to the first difference between two messages. */
function stepsToDifference(one: string, other: string): readonly string[] {
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
function abbreviateMessage(json: string, steps: readonly string[]): string {
  return json.length <= longest ? json : abbreviateReading(json, steps);
}

/**
 * Does the same as {@link abbreviateMessage} for the interpretation of a message, which is reduced even if it is short.
 */
function abbreviateReading(json: string, steps: readonly string[]): string {
  return abbreviate(parseLossless(json), steps);
}

function abbreviate(value: unknown, [step, ...rest]: readonly string[]): string {
  if (!isContainer(value)) {
    return scalar(value, longest);
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const item = items[Number(step ?? 0)];
    const shownMessage = items.length === 0 ? "" : step === undefined ? anyItem(item) : abbreviate(item, rest);
    return items.length > 1 ? `[${shownMessage},… ${items.length} items]` : `[${shownMessage}]`;
  }
  const names = Object.keys(value);
  if (step === undefined || !names.includes(step)) {
    return around(value, step);
  }
  const shownMessage = names
    .filter((name) => name === step || name === ".tag")
    .map((name) => `${JSON.stringify(name)}:${abbreviate(value[name], name === step ? rest : [])}`);
  return `{${[...shownMessage, ...(shownMessage.length < names.length ? ["…"] : [])].join(",")}}`;
}

function anyItem(item: unknown): string {
  const whole = isContainer(item) ? around(item, undefined) : scalar(item, longestBeside);
  return whole.length <= longestItem ? whole : beside(item);
}

/** Returns the first members of an object, and a note about a missing one. */
function around(object: Container, absent: string | undefined): string {
  const members = Object.entries(object).map(([name, member]) => `${JSON.stringify(name)}:${beside(member)}`);
  const shownMessage: string[] = [];
  for (const member of members) {
    if ([...shownMessage, member].join(",").length > longest) {
      break;
    }
    shownMessage.push(member);
  }
  const rest = shownMessage.length < members.length ? ["…"] : [];
  const note = absent === undefined ? "" : ` without ${JSON.stringify(absent)}`;
  return `{${[...shownMessage, ...rest].join(",")}}${note}`;
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
