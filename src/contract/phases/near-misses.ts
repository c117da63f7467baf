import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { isSuccess, statusOf } from "../http/exchange.js";
import { pathOf, type Tester } from "../tester.js";
import { editsOf, type Edit } from "../values/edits/edits.js";
import type { MadeArgument } from "../values/argument-maker.js";
import { filled } from "../values/filled.js";
import { contentOf } from "./content.js";
import { shared, type Task } from "./task.js";
import { leastTried, TriedKeys } from "./tried-keys.js";

const tried = new TriedKeys();

/** How many mistakes in the arguments of a route are known that have not been tried. */
export function untriedEdits(tester: Tester, route: ContractRoute): number {
  return tried.untried(tester, route);
}

/** Errors that a route may have for arguments that do not fit their type. */
const aboutForm = /malformed|invalid|bad|format|disallowed|not_allowed|unsupported|syntax|too_|limit|pattern|param/i;

/** Calls with an argument that has succeeded, but for one mistake. They must be refused. */
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
  const edits = editsOf(base, route.route.arg, context.lookup).filter(
    ({ path }) => route.effect !== "destroys" || isHarmless(path),
  );
  for (const edit of leastTried(edits, tried.of(tester, route), random)) {
    if (!(await tester.accepts(route, edit.json))) {
      const content = contentOf(route, recipe, random);
      let current = edit;
      return tester.run(route, async (send) => {
        const problem = await nearMiss(tester, route, recipe, current, content, send);
        // The next time, the same mistake is in an argument for something else.
        current = anotherEdit(tester, route, recipe, edit) ?? edit;
        return problem;
      });
    }
  }
}

/** The same mistake in another argument of a route that writes: what the first one named may exist now. */
function anotherEdit(
  { parts: { maker, context } }: Tester,
  route: ContractRoute,
  made: MadeArgument,
  { key }: Edit,
): Edit | undefined {
  return route.effect === "reads"
    ? undefined
    : editsOf(maker.renewed(made, route).arg, route.route.arg, context.lookup).find((each) => each.key === key);
}

/** Whether an edit leaves what an argument names as it is, so that nothing else can be destroyed. */
function isHarmless(path: Edit["path"]): boolean {
  return path.length === 1 && path[0] === "no_such_field";
}

async function nearMiss(
  tester: Tester,
  route: ContractRoute,
  good: MadeArgument,
  edit: Edit,
  content: Uint8Array | undefined,
  send: Parameters<Parameters<Tester["run"]>[1]>[0],
): Promise<Problem | undefined> {
  const exchange = await send({ route, arg: edit.json, content });
  const problem: Problem = {
    code: "accepts-invalid",
    severity: edit.severity,
    title: `An invalid argument is accepted: ${edit.description}`,
    expected: "An argument that does not fit its type is refused with status 400.",
    cause: edit.place,
    detail: edit.description,
    subject: edit.subject,
  };
  if (isSuccess(exchange)) {
    return problem;
  }
  const path = statusOf(exchange) === 409 ? pathOf(exchange) : undefined;
  if (path === undefined || aboutForm.test(path) || route.effect === "destroys" || edit.severity === "info") {
    return undefined;
  }
  // The route looked at the argument. That is no error of the form if the right argument succeeds at the same time.
  const made = route.effect === "reads" ? good : tester.parts.maker.freshen(good, route);
  const control = await send({ route, arg: made.arg, content });
  const again = isSuccess(control) && isUntouched(edit, good.fresh) ? await send(exchange.call) : undefined;
  if (again === undefined || pathOf(again) !== path) {
    return undefined;
  }
  return {
    ...problem,
    title: `An invalid argument is not refused, but answered with the route's error ${path}: ${edit.description}`,
  };
}

/** Whether the value that was edited names nothing: otherwise its error may be that nothing has the edited name. */
function isUntouched({ path }: Edit, fresh: readonly Edit["path"][]): boolean {
  return !fresh.some((each) => each.join("\n") === path.join("\n"));
}
