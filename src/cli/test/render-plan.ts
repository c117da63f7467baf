import type { Plan } from "../../contract/plan.js";

/** Formats the calls that a run would make, for people. */
export function renderPlan({ routes, others }: Plan, calls: number | undefined): string {
  const width = Math.max(0, ...routes.map(({ route }) => route.name.length));
  const lines = routes.map(({ route, caller }) => {
    const who = caller === "noauth" ? "nobody" : caller === "" ? "the token" : caller;
    return `  ${route.name.padEnd(width)}  ${(route.effect ?? "writes").padEnd(8)}  as ${who}\n`;
  });
  const rest = others.map(({ route, why }) => `  ${route}: ${why}\n`);
  return [
    `${routes.length} routes would be called${calls === undefined ? "" : `, with at most ${calls} calls`}:\n`,
    ...lines,
    ...(rest.length === 0 ? [] : [`\n${rest.length} others would not:\n`, ...rest]),
  ].join("");
}
