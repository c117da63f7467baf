import { dirname, posix, relative, resolve } from "node:path";
import { problemsOfLint, type LintConfig, type RuleChoice } from "../../lint/config.js";
import { matchesPath } from "../../lint/matches-path.js";
import type { Level } from "../../lint/rule.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { sentence, UsageError } from "../../project/failure.js";
import type { SourceFile } from "../../source/source.js";

interface RuleArguments {
  readonly preset?: LintConfig["preset"] | undefined;
  /** Entries such as `doc-field=warn`. */
  readonly rule?: readonly string[] | undefined;
}

/** The rules of the configuration with those of the command line. Throws a UsageError for rules that do not exist. */
export function chooseRules(args: RuleArguments, config: LintConfig, loaded: LoadedConfig | undefined): RuleChoice {
  const given = (args.rule ?? []).map((entry): readonly [id: string, level: Level] => {
    const [, id, level] = /^(.+)=(off|info|warn|error)$/.exec(entry) ?? [];
    if (id === undefined) {
      throw new UsageError(`'--rule ${entry}' must be of the form doc-field=warn, with off, info, warn or error.`);
    }
    return [id, level as Level];
  });
  const { preset = config.preset } = args;
  const rules = { ...config.rules };
  for (const [id, level] of given) {
    const before = rules[id];
    rules[id] = typeof before === "object" ? [level, before[1]] : level;
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
  if (problems.length > 0) {
    throw new UsageError(problems.map(sentence).join("\n"));
  }
  return choice;
}

/** Throws a UsageError for files of `lint.overrides` that are not among the specifications of the configuration. */
export function checkOverrides(
  { overrides = [] }: LintConfig,
  loaded: LoadedConfig | undefined,
  specs: readonly SourceFile[],
): void {
  for (const glob of overrides.flatMap(({ files }) => files)) {
    if (!specs.some(({ path }) => matchesPath(fromFolder(loaded, glob), path))) {
      throw new UsageError(`'lint.overrides' has the files '${glob}', but no specification is there.`);
    }
  }
}

/** A glob that starts in the folder of the configuration, from the current folder. */
function fromFolder(loaded: LoadedConfig | undefined, glob: string): string {
  const folder = loaded === undefined ? "" : relative(process.cwd(), dirname(loaded.path)).replaceAll("\\", "/");
  return posix.join(folder, glob);
}

/** The file with accepted findings: that of the command line, or that of the configuration, from its folder. */
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
