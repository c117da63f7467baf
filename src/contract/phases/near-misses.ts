import type { Mistake } from "../../../templates/runtime/arbitraries/mistakes.js";
import { withValueAt, type JsonPath } from "../../../templates/runtime/arbitraries/value-at.js";
import { stringifyJson } from "../../../templates/runtime/text/json.js";
import { subjectOf } from "../checks/mismatch.js";
import type { Json } from "../../ir/api.js";
import type { ContractRoute } from "../contract-route.js";
import { wrongMember, type Problem } from "../findings/problem.js";
import { isSuccess, statusOf } from "../http/exchange.js";
import { pathOf, type Send, type Tester } from "../tester.js";
import type { MadeArgument } from "../values/argument-maker.js";
import { filled } from "../values/filled.js";
import { valueAt } from "../values/places.js";
import { contentOf } from "./content.js";
import { shared, type Task } from "./task.js";
import { leastTried } from "./tried-keys.js";

/** Errors that a route may have for arguments that do not fit their type. */
const aboutForm = /malformed|invalid|bad|format|disallowed|not_allowed|unsupported|syntax|too_|limit|pattern|param/i;

/** Calls with an argument that has succeeded, except for one mistake. They must be refused. */
export function nearMisses(tester: Tester, route: ContractRoute, count: number): Task[] {
  if (!route.hasArg) {
    return [];
  }
  return Array.from({ length: count }, () => shared(() => tryNearMiss(tester, route)));
}

async function tryNearMiss(tester: Tester, route: ContractRoute): Promise<void> {
  const { random, context, maker } = tester.parts;
  const recipe = tester.recipe(route) ?? (route.effect === "destroys" ? undefined : maker.random(route));
  if (recipe === undefined) {
    return;
  }
  const base = random.below(2) === 0 ? recipe.arg : filled(recipe.arg, route.route.arg, context.lookup);
  const edits = editsOf(base, route, tester).filter(({ path }) => route.effect !== "destroys" || isHarmless(path));
  for (const edit of leastTried(edits, tester.tried.of("mistakes", route), random)) {
    if ((await tester.misfit(route, edit.json)) !== undefined) {
      const content = contentOf(route, recipe, random);
      let attempts = 0;
      return tester.runFrom(route, { ...recipe, arg: base }, (made) => async (send) => {
        attempts += 1;
        // If the route writes, what the first argument named may exist by now.
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
  /** The same for the same mistake at the same place, whatever the values are. */
  readonly key: string;
  /** Values of another type are refused by most servers, so they are tried later. */
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

/** Whether an edit keeps the names in an argument, so that nothing else can be destroyed. */
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
  const misfit = await tester.misfit(route, json);
  if (misfit === undefined) {
    return undefined;
  }
  const wrong = wrongMember(path, json);
  const isNew = tester.plant(wrong); // the reply may return it already
  const exchange = await send({ route, arg: json, content });
  const shown = shownValue(valueAt(json, misfit.segments), misfit.message);
  const place = misfit.segments.length === 0 ? "the argument itself: " : "";
  const problem: Problem = {
    code: "accepts-invalid",
    severity: isLenient ? "info" : undefined,
    title: `An invalid argument is accepted (${place}${misfit.message}${shown})`,
    expected: "An argument that does not match its type, or has unknown fields, is refused with status 400.",
    cause,
    detail: misfit.message,
    subject: subjectOf(misfit.segments, json, route.route.arg, tester.parts.context.lookup),
  };
  if (isSuccess(exchange)) {
    return problem;
  }
  if (isNew) {
    tester.unplant(wrong);
  }
  const answer = statusOf(exchange) === 409 ? pathOf(exchange) : undefined;
  if (answer === undefined || aboutForm.test(answer) || route.effect === "destroys" || isLenient) {
    return undefined;
  }
  // The route has read the argument, so this is not an error of its form if the valid argument succeeds at the same time.
  const made = route.effect === "reads" ? good : tester.parts.maker.freshen(good, route);
  const control = await send({ route, arg: made.arg, content });
  const again = isSuccess(control) && isUntouched(path, good.fresh) ? await send(exchange.call) : undefined;
  if (again === undefined || pathOf(again) !== answer) {
    return undefined;
  }
  return {
    ...problem,
    title:
      `An invalid argument is answered with the route's error ${answer}, although the valid one succeeds ` +
      `(${place}${misfit.message}${shown})`,
  };
}

/** A short value, to be appended to the message about it, unless that quotes it. */
function shownValue(json: Json | undefined, message: string): string {
  const text = typeof json === "object" || json === undefined ? "" : stringifyJson(json);
  return text === "" || text.length > 40 || message.endsWith(text) ? "" : `: ${text}`;
}

/** Whether an edit leaves the names in an argument unchanged. A changed name may rightly be answered with an error. */
function isUntouched(path: JsonPath, fresh: readonly JsonPath[]): boolean {
  return !fresh.some((each) => each.join("\n") === path.join("\n"));
}
