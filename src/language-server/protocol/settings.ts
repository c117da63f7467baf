import type { LintOptions } from "../../lint/config.js";
import type { HintSettings } from "../features/inlay-hints.js";

/** The settings in the section `ashlar`. All are optional. */
export interface Settings {
  /** Whether configurations with code may be executed. */
  readonly trustConfig: boolean;
  readonly diagnostics: {
    /** How long to wait after an edit, in milliseconds. */
    readonly delay: number;
  };
  readonly format: { readonly lineWidth: number };
  readonly lint: { readonly enable: boolean; readonly options: LintOptions };
  readonly inlayHints: HintSettings;
  readonly codeLens: { readonly enable: boolean };
}

/** Reads the settings of a client. Missing and invalid settings have their default values. */
export function readSettings(given: unknown): Settings {
  const delay = member(member(given, "diagnostics"), "delay");
  const lineWidth = member(member(given, "format"), "lineWidth");
  const preset = member(member(given, "lint"), "preset");
  const hint = (name: keyof HintSettings, standard: boolean): boolean =>
    flag(member(member(given, "inlayHints"), name), standard);
  return {
    trustConfig: flag(member(given, "trustConfig"), false),
    diagnostics: { delay: typeof delay === "number" && delay >= 0 ? delay : 150 },
    format: { lineWidth: typeof lineWidth === "number" && lineWidth > 0 ? lineWidth : 100 },
    lint: {
      enable: flag(member(member(given, "lint"), "enable"), true),
      options: isPreset(preset) ? { preset } : {},
    },
    codeLens: { enable: flag(member(member(given, "codeLens"), "enable"), true) },
    inlayHints: {
      aliasTargets: hint("aliasTargets", true),
      exampleDefaults: hint("exampleDefaults", false),
      inheritedTags: hint("inheritedTags", false),
      routeTypes: hint("routeTypes", false),
    },
  };
}

function isPreset(value: unknown): value is NonNullable<LintOptions["preset"]> {
  return ["recommended", "strict", "all", "none"].some((preset) => preset === value);
}

function flag(value: unknown, standard: boolean): boolean {
  return typeof value === "boolean" ? value : standard;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
