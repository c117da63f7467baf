import { dirname } from "node:path";
import { Compiler } from "../../compiler/compiler.js";
import { diff } from "../../diff/diff.js";
import type { Api } from "../../ir/api.js";
import type { Config } from "../../project/config.js";
import { UsageError } from "../../project/failure.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { checkApi } from "../../project/check-api.js";
import { diffOptions, readGit } from "../../project/compared-side.js";
import type { Baseline } from "./changes.js";

/**
 * Reads the Git revision that a configuration compares with (`compat.against`). Returns undefined if there is none, or
 * if it cannot be read or compiled; `ashlar diff` explains the reason.
 */
export async function readBaseline(loaded: LoadedConfig): Promise<Baseline | undefined> {
  const { config, path } = loaded;
  const { against } = config.compat ?? {};
  const [, revision] = /^git:([^:]+?)(?:\.\.\.)?(?::|$)/.exec(against ?? "") ?? [];
  if (against === undefined || revision === undefined) {
    return undefined;
  }
  try {
    const files = await readGit(against, loaded, dirname(path));
    const { api } = checkApi(new Compiler("once").compile(files), files, config);
    return api && { revision, compare: (now) => compare(api, now, config) };
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      return undefined;
    }
    throw thrown;
  }
}

/** Returns the most severe change of each definition. */
function compare(old: Api, now: Api, config: Config): ReadonlyMap<string, string> {
  const worst = new Map<string, string>();
  // The worst findings come first.
  for (const { subject, severity } of diff(old, now, diffOptions(config, config.compat ?? {})).findings) {
    const [definition] = /^\w+(?:\/[^#@]+|\.\w+)/.exec(subject) ?? [];
    if (definition !== undefined && !worst.has(definition)) {
      worst.set(definition, severity);
    }
  }
  return worst;
}
