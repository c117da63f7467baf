import { nearestName } from "../text/diagnostics/nearest-name.js";
import type { CustomRule, Level, Options, Rule } from "./rule.js";
import { rules } from "./rules.js";

/** A level, or a level and options of the rule. */
export type RuleSetting = Level | readonly [level: Level, options: Readonly<Record<string, unknown>>];

/** Which rules apply to which files. */
export interface RuleChoice {
  /** The preset for rules that `rules` does not list; `recommended` by default. */
  readonly preset?: "recommended" | "strict" | "all" | "none";
  /** Rule id to level, optionally with options. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
  /** Levels for files that match globs; the last match wins. */
  readonly overrides?: readonly {
    readonly files: readonly string[];
    readonly rules: Readonly<Record<string, RuleSetting>>;
  }[];
  /** Custom rules. */
  readonly custom?: readonly CustomRule[];
}

/** The options of {@link lint} and {@link fix}. */
export interface LintOptions extends RuleChoice {
  /** Accepted findings, which are not reported. */
  readonly baseline?: Baseline;
  /** Paths of files in which nothing is reported or fixed. They are still part of the specification. */
  readonly ignored?: ReadonlySet<string>;
}

/** The linting part of a configuration. */
export interface LintConfig extends RuleChoice {
  /** The file that contains the accepted findings. `ashlar lint --write-baseline` writes it. */
  readonly baseline?: string;
  /** Whether `ashlar check` also lints. */
  readonly inCheck?: boolean;
}

/** Accepted findings. `findings` maps rules to targets. */
export interface Baseline {
  readonly version: 1;
  readonly findings: Readonly<Record<string, readonly string[]>>;
}

/** The rules about ignore comments. Findings of these rules cannot be ignored. */
export const ignoreRules = {
  "unused-ignore": "A comment that ignores nothing",
  "ignore-without-reason": "A comment that ignores findings without a reason",
  "unknown-rule": "A comment that ignores a rule that does not exist",
} as const;

/** The effective level and options of a rule in a file. */
interface Setting {
  readonly level: Level;
  readonly options: Options;
}

/** The properties of a rule that a configuration depends on. */
type Configured = Pick<Rule, "id" | "recommended" | "strict" | "options">;

/** The settings of rules, by file. */
export class Settings {
  readonly #options: RuleChoice;
  readonly #rules: ReadonlyMap<string, Configured>;

  constructor(options: RuleChoice) {
    this.#options = options;
    this.#rules = new Map(configurable(options.custom ?? []).map((rule) => [rule.id, rule]));
  }

  get ids(): readonly string[] {
    return [...this.#rules.keys()];
  }

  /** Returns the effective setting of a rule for a file; without `path`, the setting that no override changes. */
  of(id: string, path: string | undefined): Setting {
    const rule = this.#rules.get(id);
    const { preset = "recommended", rules: own = {}, overrides = [] } = this.#options;
    const given = [
      own[id],
      ...overrides.flatMap(({ files, rules: levels }) =>
        path !== undefined && files.some((glob) => matchesPath(glob, path)) ? [levels[id]] : [],
      ),
    ].filter((setting) => setting !== undefined);
    const setting = given.at(-1);
    const options = given.findLast((each) => typeof each !== "string");
    return {
      level: setting === undefined ? (rule === undefined ? "off" : presetLevel(rule, preset)) : levelOf(setting),
      options: { ...rule?.options, ...(typeof options === "object" && (options[1] as Options)) },
    };
  }

  /** Whether a rule has a level other than `off` in any file. */
  isOn(id: string): boolean {
    const overrides = this.#options.overrides ?? [];
    return (
      this.of(id, undefined).level !== "off" ||
      overrides.some(({ rules: levels }) => levels[id] !== undefined && levelOf(levels[id]) !== "off")
    );
  }
}

function configurable(custom: readonly CustomRule[]): Configured[] {
  return [
    ...rules,
    ...custom.map(({ id, level }) => ({ id, recommended: level, strict: level })),
    ...Object.keys(ignoreRules).map((id) => ({ id, recommended: "warn" as const, strict: "warn" as const })),
  ];
}

function presetLevel({ recommended, strict }: Configured, preset: NonNullable<RuleChoice["preset"]>): Level {
  switch (preset) {
    case "none":
      return "off";
    case "recommended":
      return recommended;
    case "strict":
      return strict;
    case "all":
      return strict === "off" ? (recommended === "off" ? "info" : recommended) : strict;
  }
}

function levelOf(setting: RuleSetting): Level {
  return typeof setting === "string" ? setting : setting[0];
}

/** Returns the problems with options, such as unknown rules, each as a sentence without its final period. */
export function problemsOfLint({ rules: own = {}, overrides = [], custom = [] }: RuleChoice): string[] {
  const rulesById = new Map(configurable(custom).map((rule) => [rule.id, rule]));
  return [own, ...overrides.map(({ rules: levels }) => levels)].flatMap((levels) =>
    Object.entries(levels).flatMap(([id, setting]) => {
      const rule = rulesById.get(id);
      return rule === undefined
        ? [`There is no rule '${id}'${didYouMean(id, [...rulesById.keys()])}`]
        : typeof setting === "string" || id.includes("/")
          ? []
          : problemsOfOptions(rule, setting[1]);
    }),
  );
}

function problemsOfOptions({ id, options = {} }: Configured, given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const standard = options[name];
    if (standard === undefined) {
      return [`The rule '${id}' has no option '${name}'${didYouMean(name, Object.keys(options))}`];
    }
    return kindOf(value) === kindOf(standard) ? [] : [`The option '${name}' of '${id}' must be ${kindOf(standard)}`];
  });
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function didYouMean(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? "" : `. Did you mean '${nearest}'?`;
}

/**
 * Whether a path matches a glob, which can contain `*` within a segment, `**` across segments, `?`, and alternatives in
 * braces.
 */
export function matchesPath(glob: string, path: string): boolean {
  const source = glob
    .replace(/^\.\//, "")
    .replace(/\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|[.+^$()|[\]\\]/g, (sign, alternatives: string | undefined) => {
      switch (sign) {
        case "**/":
          return "(?:.*/)?";
        case "**":
          return ".*";
        case "*":
          return "[^/]*";
        case "?":
          return "[^/]";
        default:
          return alternatives === undefined ? `\\${sign}` : `(?:${alternatives.split(",").map(escapePart).join("|")})`;
      }
    });
  return new RegExp(`^${source}$`).test(path.replaceAll("\\", "/").replace(/^\.\//, ""));
}

function escapePart(text: string): string {
  return text.replace(/[.+^$()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
}
