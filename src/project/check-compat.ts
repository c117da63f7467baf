import { nearestName } from "../text/diagnostics/nearest-name.js";
import { localVerdicts } from "../diff/local-verdicts.js";
import { matchesName } from "../ir/matches-name.js";
import type { CompatPolicy } from "../diff/policy.js";
import { routeVerdicts } from "../diff/route-verdicts.js";

/** Returns the problems with the strings in `compat`, as clauses. */
export function problemsOfCompat({ rules = {}, ignore = [] }: CompatPolicy): string[] {
  const named = Object.keys(rules).filter((rule) => !ruleNames.includes(rule));
  return [...named.map((rule) => unknownRule("compat.rules", rule)), ...problemsOfIgnores(ignore)];
}

const ruleNames: readonly string[] = [...Object.keys(localVerdicts), ...Object.keys(routeVerdicts)];

function problemsOfIgnores(ignore: NonNullable<CompatPolicy["ignore"]>): string[] {
  return ignore.flatMap(({ rule, reason, until }, index) => [
    ...(ruleNames.some((name) => matchesName(rule, name)) ? [] : [unknownRule(`compat.ignore[${index}].rule`, rule)]),
    ...(reason.trim() === "" ? [`'compat.ignore[${index}].reason' must say why the change is accepted`] : []),
    ...(until === undefined || isDate(until)
      ? []
      : [`'compat.ignore[${index}].until' must be a date such as 2027-03-31, not ${JSON.stringify(until)}`]),
  ]);
}

function unknownRule(place: string, rule: string): string {
  const nearest = nearestName(rule, ruleNames);
  const help = nearest === undefined ? "" : `. Did you mean '${nearest}'?`;
  return `'${place}' names no rule of 'ashlar diff': '${rule}'${help}`;
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
