import type { Mistake } from "../../../templates/runtime/arbitraries/mistakes.js";
import { withValueAt, type JsonPath } from "../../../templates/runtime/arbitraries/value-at.js";
import { stringifyJson } from "../../../templates/runtime/text/json.js";
import { subjectOf } from "../checks/type-checks.js";
import type { Json } from "../../ir/api.js";
import type { ContractRoute } from "../contract-route.js";
import { wrongMember, type Problem } from "../findings/problem.js";
import { isSuccess, statusOf } from "../http/exchange.js";
import { pathOf, type Send, type Tester } from "../tester.js";
import type { MadeArgument } from "../values/argument-maker.js";
import { fillAbsentFields } from "../values/variations.js";
import { valueAt } from "../values/places.js";
import { contentOf } from "./random-content.js";
import { shared, type Task } from "./task.js";
import { leastTried } from "./tried-keys.js";

/** Matches errors that a route may declare for arguments that do not match their type. */
const malformedArgumentErrors =
  /malformed|invalid|bad|format|disallowed|not_allowed|unsupported|syntax|too_|limit|pattern|param/i;

/** Returns calls whose arguments are valid except for one mistake. The server must refuse them. */
export function nearMisses(tester: Tester, route: ContractRoute, count: number): Task[] {
  if (!route.hasArg) {
    return [];
  }
  return Array.from({ length: count }, () => shared(() => tryNearMiss(tester, route)));
}

async function tryNearMiss(tester: Tester, route: ContractRoute): Promise<void> {
  const { random, context, maker } = tester.parts;
  const successfulCall =
    tester.successfulCall(route) ?? (route.effect === "destroys" ? undefined : maker.random(route));
  if (successfulCall === undefined) {
    return;
  }
  const base =
    random.below(2) === 0 ? successfulCall.arg : fillAbsentFields(successfulCall.arg, route.route.arg, context.lookup);
  const edits = editsOf(base, route, tester).filter(({ path }) => route.effect !== "destroys" || isHarmless(path));
  for (const edit of leastTried(edits, tester.tried.of("mistakes", route), random)) {
    if ((await tester.mismatch(route, edit.json)) !== undefined) {
      const content = contentOf(route, successfulCall, random);
      let attempts = 0;
      return tester.runFrom(route, { ...successfulCall, arg: base }, (made) => async (send) => {
        attempts += 1;
        // Unless the route only reads, the first attempt may have created what its argument names.
        const { arg } = attempts === 1 || route.effect === "reads" ? made : maker.renewed(made, route);
        const same = editsOf(arg, route, tester).find(({ key }) => key === edit.key);
        return same && nearMiss(tester, route, made, same, content, send);
      });
    }
  }
}

/** An argument with a mistake. */
interface Edit extends Mistake {
  readonly json: Json;
  /** A key that identifies the mistake and its place, independent of the values. */
  readonly key: string;
  /** 1 for values of another type, which are tried later because most servers refuse them. */
  readonly rank: number;
}

function editsOf(arg: Json, route: ContractRoute, { parts: { maker } }: Tester): Edit[] {
  return maker.mistakes(arg, route).map((mistake) => ({
    ...mistake,
    json: withValueAt(arg, mistake.path, mistake.value as Json | undefined),
    key: `${mistake.place} ${mistake.kind}`,
    rank: mistake.kind.includes(" as ") ? 1 : 0,
  }));
}

/** Whether an edit leaves the names in an argument unchanged, so that nothing else can be destroyed. */
function isHarmless(path: JsonPath): boolean {
  return path.length === 1 && path[0] === "no_such_field";
}

async function nearMiss(
  tester: Tester,
  route: ContractRoute,
  good: MadeArgument,
  { json, path, place: cause, isLenient }: Edit,
  content: Uint8Array | undefined,
  send: Send,
): Promise<Problem | undefined> {
  const mismatch = await tester.mismatch(route, json);
  if (mismatch === undefined) {
    return undefined;
  }
  const wrong = wrongMember(path, json);
  const isNew = tester.rememberAccepted(wrong); // before the call, because its own reply may contain the value
  const exchange = await send({ route, arg: json, content });
  const shown = shownValue(valueAt(json, mismatch.segments), mismatch.message);
  const place = mismatch.segments.length === 0 ? "the argument itself: " : "";
  const problem: Problem = {
    code: "accepts-invalid",
    severity: isLenient ? "info" : undefined,
    title: `An invalid argument is accepted (${place}${mismatch.message}${shown})`,
    expected: "An argument that does not match its type, or has unknown fields, is refused with status 400.",
    cause,
    detail: mismatch.message,
    subject: subjectOf(mismatch.segments, json, route.route.arg, tester.parts.context.lookup),
  };
  if (isSuccess(exchange)) {
    return problem;
  }
  if (isNew) {
    tester.unplant(wrong);
  }
  const answer = statusOf(exchange) === 409 ? pathOf(exchange) : undefined;
  if (answer === undefined || malformedArgumentErrors.test(answer) || route.effect === "destroys" || isLenient) {
    return undefined;
  }
  // The error is due to the mistake if the valid argument succeeds and the invalid one then fails again with the same error.
  const made = route.effect === "reads" ? good : tester.parts.maker.withFreshNames(good, route);
  const control = await send({ route, arg: made.arg, content });
  const again = isSuccess(control) && isUntouched(path, good.fresh) ? await send(exchange.call) : undefined;
  if (again === undefined || pathOf(again) !== answer) {
    return undefined;
  }
  return {
    ...problem,
    title:
      `An invalid argument is answered with the route's error ${answer}, although the valid one succeeds ` +
      `(${place}${mismatch.message}${shown})`,
  };
}

/** Returns the value as a suffix of the message about it; empty for objects, lists and long values, and if the message ends with it. */
function shownValue(json: Json | undefined, message: string): string {
  const text = typeof json === "object" || json === undefined ? "" : stringifyJson(json);
  return text === "" || text.length > 40 || message.endsWith(text) ? "" : `: ${text}`;
}

/** Whether an edit leaves the new names in an argument unchanged. A changed name may cause a legitimate error. */
function isUntouched(path: JsonPath, fresh: readonly JsonPath[]): boolean {
  return !fresh.some((each) => each.join("\n") === path.join("\n"));
}
