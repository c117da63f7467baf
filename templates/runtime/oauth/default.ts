/** `Options`, of which the option `Name` may be omitted because it has a default. */
export type WithDefault<Options, Name extends keyof Options> = Omit<Options, Name> & {
  readonly [Default in Name]?: Options[Default] | undefined;
};
