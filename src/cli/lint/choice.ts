import { dirname, posix, relative, resolve } from "node:path";
import {
  problemsOfLint,
  Settings,
  matchesPath,
  type LintConfig,
  type RuleChoice,
  type RuleSetting,
} from "../../lint/config.js";
import type { Level } from "../../lint/rule.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { sentence, UsageError } from "../../project/failure.js";
import type { SourceFile } from "../../text/source.js";

interface RuleArguments {
  readonly preset?: LintConfig["preset"] | undefined;
  /** Entries such as `doc-field`, or `doc-field=warn`. */
  readonly rule?: readonly string[] | undefined;
}

/** Whether `--rule` names rules without a level, so that only these rules run. */
export function namesRules({ rule = [] }: RuleArguments): boolean {
  return rule.some((entry) => !entry.includes("="));
}

/**
 * Applies the rules and levels of the command line to those of the configuration. Throws a UsageError for unknown
 * rules.
 */
export function chooseRules(args: RuleArguments, config: LintConfig, loaded: LoadedConfig | undefined): RuleChoice {
  const given = (args.rule ?? []).map((entry): readonly [id: string, level: Level | undefined] => {
    const [, id, level] = /^([^=]+)(?:=(off|info|warn|error))?$/.exec(entry) ?? [];
    if (id === undefined) {
      throw new UsageError(
        `'--rule ${entry}' is invalid. Pass the id of a rule, or ID=LEVEL with the level off, info, warn or error.`,
      );
    }
    return [id, level as Level | undefined];
  });
  const { preset = config.preset } = args;
  const rules = { ...config.rules };
  for (const [id, level] of given) {
    const before = rules[id];
    if (level !== undefined) {
      rules[id] = typeof before === "object" ? [level, before[1]] : level;
    }
  }
  const choice: RuleChoice = {
    ...(preset && { preset }),
    rules,
    overrides: (config.overrides ?? []).map(({ files, rules: levels }) => ({
      files: files.map((glob) => fromFolder(loaded, glob)),
      rules: levels,
    })),
    custom: config.custom ?? [],
  };
  const problems = problemsOfLint(choice);
  const named = problemsOfLint({
    rules: Object.fromEntries(given.map(([id]) => [id, "warn"])),
    custom: config.custom ?? [],
  });
  if (problems.length + named.length > 0) {
    throw new UsageError([...new Set([...problems, ...named])].map(sentence).join("\n"));
  }
  return namesRules(args) ? onlyRules(choice, new Map(given)) : choice;
}

/** Restricts a choice to some rules. Rules that are off become warnings, unless a level is given. */
function onlyRules(choice: RuleChoice, given: ReadonlyMap<string, Level | undefined>): RuleChoice {
  const settings = new Settings(choice);
  const rules = [...given].map(([id, givenLevel]): readonly [string, RuleSetting] => {
    const { level, options } = settings.of(id, undefined);
    return [id, [givenLevel === undefined && !settings.isOn(id) ? "warn" : level, options]];
  });
  return {
    ...choice,
    preset: "none",
    rules: Object.fromEntries(rules),
    overrides: (choice.overrides ?? []).map(({ files, rules: levels }) => ({
      files,
      rules: Object.fromEntries(Object.entries(levels).filter(([id]) => given.has(id))),
    })),
  };
}

/** Throws a UsageError if a glob in `lint.overrides` matches none of the specifications. */
export function checkOverrides(
  { overrides = [] }: LintConfig,
  loaded: LoadedConfig | undefined,
  specs: readonly SourceFile[],
): void {
  for (const glob of overrides.flatMap(({ files }) => files)) {
    if (!specs.some(({ path }) => matchesPath(fromFolder(loaded, glob), path))) {
      throw new UsageError(`The glob '${glob}' in 'lint.overrides' matches no specification.`);
    }
  }
}

/** Converts a glob relative to the folder of the configuration to one relative to the working directory. */
function fromFolder(loaded: LoadedConfig | undefined, glob: string): string {
  const folder = loaded === undefined ? "" : relative(process.cwd(), dirname(loaded.path)).replaceAll("\\", "/");
  return posix.join(folder, glob);
}

/**
 * Returns the path of the file that contains accepted findings, from the command line or else from the configuration;
 * undefined if neither names one.
 */
export function baselinePath(
  args: { readonly baseline?: string | undefined },
  config: LintConfig,
  loaded: LoadedConfig | undefined,
): string | undefined {
  return (
    args.baseline ??
    (config.baseline === undefined || loaded === undefined ? undefined : resolve(dirname(loaded.path), config.baseline))
  );
}
