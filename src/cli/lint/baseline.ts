import { basename, dirname } from "node:path";
import type { Baseline } from "../../lint/config.js";
import type { LintFinding } from "../../lint/finding.js";
import { replaceFiles } from "../../project/output/replace-files.js";

/**
 * Writes findings as a baseline. It contains only the sorted targets of each rule, so that it does not change when text
 * moves.
 */
export async function writeBaseline(path: string, found: readonly LintFinding[]): Promise<void> {
  const targets = groupTargets(found);
  const findings = Object.fromEntries([...targets].sort().map(([rule, names]) => [rule, [...names].sort()]));
  const text = `${JSON.stringify({ version: 1, findings } satisfies Baseline, undefined, 2)}\n`;
  await replaceFiles(dirname(path), [{ path: basename(path), text }]);
}

/** Returns the number of entries of a baseline that match none of the findings. */
export function staleEntries({ findings }: Baseline, found: readonly LintFinding[]): number {
  const targets = groupTargets(found);
  return Object.entries(findings)
    .flatMap(([rule, names]) => names.map((name) => targets.get(rule)?.has(name) === true))
    .filter((isFound) => !isFound).length;
}

function groupTargets(found: readonly LintFinding[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  for (const { code, target } of found) {
    targets.set(code, (targets.get(code) ?? new Set()).add(target));
  }
  return targets;
}
