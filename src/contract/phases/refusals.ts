import { withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Json } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import { qualified } from "../../ir/names.js";
import { isSuccess, statusOf } from "../http/exchange.js";
import { errorPathsThroughFields } from "../../values/error-paths.js";
import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import type { Tester, ValidCall } from "../tester.js";
import { isPageSize, seemsIdentity } from "../values/name-meanings.js";
import { ownMember, placesIn, type Place } from "../values/places.js";
import { isObject } from "../../ir/is-object.js";

/** The maximum number of refusals that are investigated for each route. */
const maxInvestigations = 12;

/**
 * Looks for the member because of which the server refuses a valid argument: without this member, the same call succeeds
 * before and after. A member that may name something missing is evidence only if the route has a `not_found` error.
 */
export async function findRefusal(
  tester: Tester,
  { route, arg, content }: ValidCall,
  successfulCall = tester.successfulCall(route),
): Promise<void> {
  const investigated = tester.tried.of("refusals", route);
  const count = investigated.get("") ?? 0;
  if (
    successfulCall === undefined ||
    !isObject(arg) ||
    !isObject(successfulCall.arg) ||
    count >= maxInvestigations ||
    route.effect === "destroys"
  ) {
    return;
  }
  investigated.set("", count + 1);
  const good = successfulCall.arg;
  for (const name of new Set([...Object.keys(arg), ...Object.keys(good)])) {
    const member = ownMember(arg, name);
    if (isEqual(member, ownMember(good, name))) {
      continue;
    }
    const changed = withValueAt(good, [name], member);
    const places = placesIn(changed, route.route.arg, tester.parts.context.lookup);
    const inside = places.filter(({ path }) => path[0] === name);
    const isName = inside.some((place) => mayNameSomething(tester, place));
    const isEmptyPage = member === 0 && inside.some(({ field }) => isPageSize(field));
    if (
      isEmptyPage ||
      (isName && (tester.isTwin || !hasNotFound(tester, route, inside))) ||
      !(await tester.accepts(route, changed))
    ) {
      continue;
    }
    await tester.runFrom(route, successfulCall, (made) => async (send): Promise<Problem | undefined> => {
      const fresh = (): Json => (route.effect === "reads" ? made : tester.parts.maker.withFreshNames(made, route)).arg;
      const before = await send({ route, arg: fresh(), content: successfulCall.content ?? content });
      if (!isSuccess(before)) {
        return undefined;
      }
      const right = before.call.arg ?? null;
      const wrong = withValueAt(route.effect === "reads" ? right : fresh(), [name], member);
      const after = await send({ route, arg: fresh(), content: successfulCall.content ?? content });
      const refused = isSuccess(after)
        ? await send({ route, arg: wrong, content: successfulCall.content ?? content })
        : before;
      const owner = inside[0]?.owner;
      return statusOf(refused) === 400
        ? {
            code: "refuses-valid",
            title: isName
              ? `A value of ${name} that does not exist is refused with status 400`
              : `A valid argument is refused with status 400 because of ${name}`,
            expected: isName
              ? `The value of ${name} fits its type. The route has an error for what does not exist, which has status 409.`
              : `The value of ${name} fits its type. The same call with another value, or without it, succeeds.`,
            cause: name,
            subject: owner === undefined ? undefined : `${qualified(owner)}.${name}`,
          }
        : undefined;
    });
  }
}

/** Whether the server may refuse a string because of the data that it stores, not because of the type. */
function mayNameSomething(tester: Tester, place: Place): boolean {
  return place.type.kind === "string" && (seemsIdentity(place) || tester.parts.pool.knows(place)) && !isFreeText(place);
}

/** Whether a route has an error for a name that does not exist. A cursor may be refused in any way. */
function hasNotFound({ parts: { context } }: Tester, { route }: ContractRoute, inside: readonly Place[]): boolean {
  return (
    !inside.some(({ field }) => field?.name === "cursor") &&
    errorPathsThroughFields(route.error, context.lookup).some(({ path }) => /(?:^|\/)not_found$/.test(path))
  );
}

/** Whether a field is a label or a note, which may be any string although the run has also seen it in replies. */
function isFreeText({ field }: Place): boolean {
  return /label|note|title|description|comment|text|message|query|tag/i.test(field?.name ?? "");
}
