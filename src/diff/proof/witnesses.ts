import type { Affected, Finding, Report } from "../report.js";
import type { Part } from "../verdict.js";
import { writeMessage } from "./counterexamples.js";
import { DirectedSampler, parseSteps, type Step } from "./directed-sample.js";
import type { JsonText } from "./exchange.js";
import type { Exchanges } from "./exchanges.js";
import {
  findFailure,
  isAtSamePlace,
  shrinkMessage,
  type Counterexample,
  type Exchange,
  type FailedMessage,
  type Refusal,
} from "./judge.js";
import { Random } from "../../values/random.js";
import { noInterests, Sampler, type Interests } from "../../values/sampler.js";

export type Direction = "request" | "response";

/**
 * The result of the search for an effect: the message that demonstrates it, or the fact that no message can contain the
 * place.
 */
export type Witness = Counterexample | "uninhabited";

/** The maximum number of messages that are tried at each use, and of uses per finding. */
const maxMessages = 60;
const maxUses = 4;
/** The search at a use ends after this many failing messages, or after one that is longer than this. */
const maxFailures = 4;
const longMessage = 20_000;

/** Searches for messages that demonstrate a single finding: they contain the place and little else. */
export class WitnessSearch {
  readonly #exchanges: Exchanges;
  readonly #json: JsonText;
  /** Finding id to its interests. */
  readonly #interests: ReadonlyMap<string, Interests>;
  /** Part of a route to the number of findings with an effect on it. */
  readonly #load = new Map<string, number>();

  constructor({ findings }: Report, exchanges: Exchanges, json: JsonText, interests: ReadonlyMap<string, Interests>) {
    this.#exchanges = exchanges;
    this.#json = json;
    this.#interests = interests;
    for (const { verdict, affects } of findings) {
      for (const { route, part } of affects) {
        if (part !== "route" && verdict[directionOf(part)] !== "ok") {
          this.#load.set(`${route} ${part}`, this.#loadOf({ route, part }) + 1);
        }
      }
    }
  }

  /** Returns the message that demonstrates the effect of a finding; undefined if none is found. */
  find(finding: Finding, direction: Direction): Witness | undefined {
    const uses = finding.affects
      .filter(({ part }) => part !== "route" && directionOf(part) === direction)
      .toSorted((a, b) => this.#loadOf(a) - this.#loadOf(b))
      .slice(0, maxUses);
    const witnesses = uses.map((use) => this.#findAt(finding, direction, use));
    const examples = witnesses.filter((one) => typeof one === "object");
    const [smallest] = examples.toSorted((a, b) => a.json.length - b.json.length);
    return (
      smallest ?? (witnesses.length > 0 && witnesses.every((one) => one === "uninhabited") ? "uninhabited" : undefined)
    );
  }

  #loadOf({ route, part }: Pick<Affected, "route" | "part">): number {
    return this.#load.get(`${route} ${part}`) ?? 0;
  }

  #findAt(finding: Finding, direction: Direction, { route, part, path }: Affected): Witness | undefined {
    const exchange = part === "route" ? undefined : this.#exchanges.find(route, part);
    if (exchange === undefined) {
      return undefined;
    }
    const steps = finding.rule === "union-opened" ? [...parseSteps(path), { member: "other" }] : parseSteps(path);
    const names = namesOf(finding, steps);
    const outcome = finding.verdict[direction] === "breaks" ? "refused" : "altered";
    let isInhabited = false;
    const failures: FailedMessage[] = [];
    /** Messages that contain the member, but are refused because of another change. */
    const otherFailures: FailedMessage[] = [];
    const hasMember = (text: string): boolean => names.some((name) => text.includes(JSON.stringify(name)));
    for (const text of this.#messages(finding, exchange, steps)) {
      isInhabited = true;
      const failure = findFailure(exchange, text, this.#json);
      if (failure?.kind === outcome && (failure.kind !== "refused" || isAbout(finding, names, failure))) {
        failures.push({ exchange, text, failure });
      } else if (failure?.kind === "refused" && outcome === "refused" && hasMember(text)) {
        otherFailures.push({ exchange, text, failure });
      }
      if (failures.length === maxFailures || (failures.length > 0 && text.length > longMessage)) {
        break;
      }
    }
    const [example] = failures.toSorted((a, b) => a.text.length - b.text.length);
    if (example !== undefined) {
      return shrinkMessage(example, this.#json, (refusal) => isAbout(finding, names, refusal));
    }
    const [other] = otherFailures.toSorted((a, b) => a.text.length - b.text.length);
    if (other !== undefined) {
      return shrinkMessage(
        other,
        this.#json,
        (refusal, first, message) => isAtSamePlace(refusal, first) && hasMember(this.#json.stringify(message)),
      );
    }
    return isInhabited ? undefined : "uninhabited";
  }

  *#messages({ id }: Finding, { route, part, writer }: Exchange, steps: readonly Step[]): Generator<string> {
    const random = new Random(`${id} ${route} ${part}`);
    const interests = this.#interests.get(id) ?? noInterests;
    const sampler = new DirectedSampler(writer.side, random, new Sampler(writer.side, random, interests));
    for (let index = 0; index < maxMessages; index += 1) {
      // An omitted field may be rejected before the subject of the finding.
      const otherFields = index < maxMessages / 2 ? "required" : "all";
      const text = writeMessage(part, writer, this.#json, () => sampler.sample(writer.type, steps, otherFields));
      if (text !== undefined) {
        yield text;
      }
    }
  }
}

export function directionOf(part: Part): Direction {
  return part === "arg" ? "request" : "response";
}

/** Returns the name of the member at the end of the steps; both names if it was renamed. */
function namesOf({ rule, detail }: Finding, steps: readonly Step[]): readonly string[] {
  const member = steps.flatMap((step) => ("member" in step ? [step.member] : [])).at(-1);
  const renamed = rule === "field-renamed" || rule === "tag-renamed" ? String(detail?.to).split(".").at(-1) : undefined;
  return [member, renamed].filter((name) => name !== undefined);
}

/** Whether a message is probably rejected because of one of these members, judging by names. */
function isAbout({ rule }: Finding, names: readonly string[], { path, message }: Refusal): boolean {
  if (names.length === 0) {
    return true;
  }
  // A value beyond a limit is rejected itself, as opposed to a value inside it.
  const isLimit = /^(?:range|length|items|pattern)-/.test(rule);
  const place = path.replace(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]/g, "");
  const words = isLimit ? place.split(".").slice(-1) : `${path} ${message}`.split(/\W+/);
  return names.some((name) => words.includes(name));
}
