/** Options with a default for one of them. */
export type WithDefault<Options, Name extends keyof Options> = Omit<Options, Name> & {
  readonly [Default in Name]?: Options[Default] | undefined;
};
