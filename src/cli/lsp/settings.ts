/** The settings of the section `ashlar`. None is needed. */
export interface Settings {
  readonly trustConfig: boolean;
  readonly diagnostics: {
    /** How long to wait after an edit, in milliseconds. */
    readonly delay: number;
  };
}

const defaults: Settings = { trustConfig: false, diagnostics: { delay: 150 } };

/** The settings that a client gives; what is missing or of another type has its default. */
export function readSettings(given: unknown): Settings {
  const trustConfig = member(given, "trustConfig");
  const delay = member(member(given, "diagnostics"), "delay");
  return {
    trustConfig: typeof trustConfig === "boolean" ? trustConfig : defaults.trustConfig,
    diagnostics: { delay: typeof delay === "number" && delay >= 0 ? delay : defaults.diagnostics.delay },
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
