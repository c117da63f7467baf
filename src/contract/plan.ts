import { callerKind } from "./http/credentials.js";
import type { ContractRoute } from "./contract-route.js";
import type { ContractOptions } from "./options.js";

/** The routes that a run calls, and the reasons why it does not call others. */
export interface Plan {
  readonly routes: readonly PlannedRoute[];
  readonly others: readonly { readonly route: string; readonly why: string }[];
}

interface PlannedRoute {
  readonly route: ContractRoute;
  /** The kind of caller; empty for a token of all kinds. */
  readonly caller: string;
}

/** Chooses the routes to call, in the order in which they are called. */
export function makePlan(
  routes: readonly ContractRoute[],
  options: Pick<ContractOptions, "effects" | "destroysExisting" | "isSelected" | "credentials">,
): Plan {
  const { effects, destroysExisting, isSelected, credentials } = options;
  const planned: PlannedRoute[] = [];
  const others: { route: string; why: string }[] = [];
  for (const route of routes.filter(({ name }) => isSelected(name))) {
    const caller = callerKind(route, credentials);
    const why =
      excludedEffect(route, effects) ??
      dangerWithoutArgument(route, destroysExisting) ??
      (caller === undefined ? missingCredentials(route) : undefined);
    if (why !== undefined || caller === undefined) {
      others.push({ route: route.name, why: why ?? missingCredentials(route) });
    } else {
      planned.push({ route, caller });
    }
  }
  return { routes: planned.toSorted((a, b) => rank(a.route) - rank(b.route)), others };
}

function rank({ effect }: ContractRoute): number {
  return effect === "reads" ? 0 : effect === "destroys" ? 2 : 1;
}

function excludedEffect({ effect }: ContractRoute, effects: ContractOptions["effects"]): string | undefined {
  if (effects === "all" || effect === "reads" || (effects === "writes" && effect === "writes")) {
    return undefined;
  }
  return effect === undefined
    ? "the configuration does not say what it does; list it in `effects`, or use --effects all"
    : `it ${effect}; use --effects ${effect === "writes" ? "writes" : "all"}`;
}

/** Returns why a destructive route without an argument is not called: it may destroy things that the run has not created. */
function dangerWithoutArgument({ effect, hasArg }: ContractRoute, destroysExisting: boolean): string | undefined {
  return effect === "destroys" && !hasArg && !destroysExisting
    ? "it may destroy something or end the credentials, and no argument says what; use --destroy-existing if that may be, " +
        "or list it in `effects.writes` if it does not"
    : undefined;
}

function missingCredentials({ kinds }: ContractRoute): string {
  const options = kinds
    .filter((kind) => kind !== "noauth")
    .map((kind) => (kind === "app" ? "--app KEY:SECRET" : `--token ${kind}=VARIABLE`));
  return `it needs ${options.join(" or ")}`;
}
