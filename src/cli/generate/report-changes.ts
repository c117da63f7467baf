import { painter } from "../../text/diagnostics/paint.js";
import { compareSides } from "../diff/compare-sides.js";
import { loadConfig } from "../../project/load-config.js";
import { configuredSpecs } from "../../project/compared-side.js";
import type { ConfigArguments } from "../../project/load-configured.js";
import { renderDiff } from "../diff/render-text.js";
import { usesColor } from "../report/process.js";

/**
 * Prints what has changed for callers since `compat.against`, or since the last commit. Unlike `ashlar diff`, never
 * fails because of the policy. Throws a UsageError if the old side cannot be read.
 */
export async function reportChanges({ specs = [], ...args }: ConfigArguments): Promise<void> {
  const loaded = await loadConfig(args.config, process.cwd());
  const policy = loaded?.config.compat ?? {};
  const now = (specs.length > 0 ? specs : configuredSpecs(loaded)).join(",");
  const old = policy.against ?? (specs.length > 0 ? `git:HEAD:${now}` : "git:HEAD");
  const comparison = await compareSides([old, now], args, policy, loaded);
  if (comparison !== undefined) {
    const paint = painter(usesColor(process.stdout, process.env));
    process.stdout.write(`\nSince ${old}: ${renderDiff(comparison.compared, { all: false, docs: false, paint })}`);
  }
}
