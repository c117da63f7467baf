import { severityOf, type FoundProblem, type Problem } from "./findings/problem.js";
import { statusesOfMissingRoutes } from "./checks/reply-checks.js";
import type { ContractRoute } from "./contract-route.js";
import type { Tester } from "./tester.js";
import { placesIn } from "./values/places.js";
import { seemsIdentity } from "./values/name-meanings.js";

/** The number of calls that are needed for a conclusion about a route. */
const enoughCalls = 20;

/** Returns the findings that only the run as a whole shows, not a single call. */
export function concludingFindings(tester: Tester): FoundProblem[] {
  return tester.parts.routes.flatMap((route) => {
    const problem = goneProblem(route, tester) ?? refusedProblem(route, tester) ?? mostlyRefused(route, tester);
    return problem === undefined
      ? []
      : [
          {
            problem,
            route: route.name,
            severity: severityOf(problem),
            exchanges: tester.lastRefusal(route),
            count: tester.parts.coverage.of(route.name).valid,
            also: new Set(),
            repeated: { times: 1, of: 1 },
          },
        ];
  });
}

function goneProblem({ name, route }: ContractRoute, { parts: { coverage } }: Tester): Problem | undefined {
  const { success, refusals } = coverage.of(name);
  const statuses = Object.keys(refusals).map(Number);
  const isGone = statuses.some((status) => statusesOfMissingRoutes.has(status));
  return route.deprecated === undefined || success > 0 || !isGone
    ? undefined
    : {
        code: "deprecated-gone",
        title: `The deprecated route is not answered (status ${statuses.find((status) => statusesOfMissingRoutes.has(status))})`,
        expected: "The specification still has the route, marked as deprecated.",
        cause: "gone",
      };
}

/** Returns a problem if every call is refused as invalid, although its argument matches its type and names nothing that must exist. */
function refusedProblem(
  route: ContractRoute,
  { parts: { coverage, maker, context }, isTwin }: Tester,
): Problem | undefined {
  const { success, valid, refused } = coverage.of(route.name);
  const [example] = maker.examples(route);
  const places = example === undefined ? [] : placesIn(example, route.route.arg, context.lookup);
  const isVoid = context.lookup.withoutAliases(route.route.error).kind === "void";
  const isCursor = places.some(({ field }) => field?.name === "cursor");
  const mayDepend = isCursor || (places.some(seemsIdentity) && (isVoid || isTwin));
  return success > 0 || valid < 3 || refused < valid || mayDepend
    ? undefined
    : {
        code: "refuses-valid",
        title: `Each of ${valid} valid calls is refused with status 400`,
        expected: "A call whose argument fits its type is answered with a result, or with an error of the route.",
        cause: "all",
      };
}

function mostlyRefused({ name, effect }: ContractRoute, { parts: { coverage } }: Tester): Problem | undefined {
  const { valid, success, errors, refusals, unauthorized } = coverage.of(name);
  const notFound = Object.entries(errors).filter(([path]) =>
    /not_found|no_such|unknown|invalid_id|does_not_exist/.test(path),
  );
  const missing = notFound.reduce((sum, [, count]) => sum + count, 0);
  const unanswered = (refusals[404] ?? 0) + (refusals[501] ?? 0) + unauthorized;
  // A route that writes may need something that the run cannot create.
  const refused = unanswered + (effect === "reads" ? missing : 0);
  const isRefused = success === 0 && valid >= enoughCalls && refused >= valid * 0.9;
  return isRefused
    ? {
        code: "mostly-refused",
        title: `None of ${valid} calls has succeeded`,
        expected:
          unauthorized > 0
            ? "The token is allowed to call the route. Pass another one with --token."
            : unanswered > 0
              ? "The server has the route."
              : "The arguments refer to existing items. Pass their values with --values.",
        cause: "refused",
      }
    : undefined;
}
