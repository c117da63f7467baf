import type { DiffOptions } from "../diff/diff.js";
import type { CompatPolicy } from "../diff/policy.js";
import { resolveBinding } from "../generator/facts/binding-options.js";
import type { Config } from "./config.js";

/** Returns the options of a comparison, from a configuration and a policy. */
export function diffOptions(config: Pick<Config, "binding" | "names" | "package">, policy: CompatPolicy): DiffOptions {
  const version = config.package?.version;
  return {
    attributes: resolveBinding(config.binding ?? {}).attributes,
    bothWays: policy.deploy === "any-order",
    requiredAttributes: Object.entries(policy.attributes ?? {}).flatMap(([name, what]) =>
      what === "requires" ? [name] : [],
    ),
    messages: policy.messages ?? {},
    ...(config.names !== undefined && { names: config.names }),
    ...(version !== undefined && { version }),
  };
}
