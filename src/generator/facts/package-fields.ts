/** A person in npm's notation: `Ada Lovelace <ada@example.com> (https://example.com)`, or its parts. */
type Person =
  string | { readonly name: string; readonly email?: string | undefined; readonly url?: string | undefined };

type Funding = string | { readonly type?: string | undefined; readonly url: string };

type Texts = Readonly<Record<string, string>>;

/**
 * The configurable fields of a generated `package.json`. Ashlar itself writes those about modules (`type`, `main`, `types`,
 * …).
 */
export interface PackageFields {
  /** The name of the package; by default the name of the folder. */
  readonly name?: string | undefined;
  /** The version of the package; `0.0.0` by default. */
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly homepage?: string | undefined;
  readonly bugs?: string | { readonly url?: string | undefined; readonly email?: string | undefined } | undefined;
  readonly repository?:
    | string
    | { readonly type?: string | undefined; readonly url: string; readonly directory?: string | undefined }
    | undefined;
  readonly author?: Person | undefined;
  readonly contributors?: readonly Person[] | undefined;
  readonly maintainers?: readonly Person[] | undefined;
  readonly funding?: Funding | readonly Funding[] | undefined;
  readonly private?: boolean | undefined;
  /** Settings for `npm publish`, such as `access` and `registry`. */
  readonly publishConfig?: Readonly<Record<string, unknown>> | undefined;
  /** Requirements in addition to the version of Node. */
  readonly engines?: Texts | undefined;
  readonly devEngines?: Readonly<Record<string, unknown>> | undefined;
  readonly os?: readonly string[] | undefined;
  readonly cpu?: readonly string[] | undefined;
  readonly libc?: string | readonly string[] | undefined;
  /** Modules with side effects, such as those of custom emitters; `false` by default. */
  readonly sideEffects?: boolean | readonly string[] | undefined;
  /** Additional subpaths. */
  readonly exports?: Readonly<Record<string, unknown>> | undefined;
  readonly imports?: Readonly<Record<string, unknown>> | undefined;
  readonly browser?: string | Readonly<Record<string, unknown>> | undefined;
  readonly unpkg?: string | undefined;
  readonly jsdelivr?: string | undefined;
  /** Files in addition to `dist` and `src`. */
  readonly files?: readonly string[] | undefined;
  readonly bin?: string | Texts | undefined;
  readonly man?: string | readonly string[] | undefined;
  readonly directories?: Texts | undefined;
  readonly scripts?: Texts | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly dependencies?: Texts | undefined;
  readonly devDependencies?: Texts | undefined;
  readonly peerDependencies?: Texts | undefined;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean | undefined }>> | undefined;
  readonly optionalDependencies?: Texts | undefined;
  readonly bundleDependencies?: boolean | readonly string[] | undefined;
  readonly bundledDependencies?: boolean | readonly string[] | undefined;
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  readonly resolutions?: Texts | undefined;
  readonly workspaces?: readonly string[] | Readonly<Record<string, unknown>> | undefined;
  readonly packageManager?: string | undefined;
  // Fields of other tools.
  readonly ava?: unknown;
  readonly babel?: unknown;
  readonly browserslist?: unknown;
  readonly c8?: unknown;
  readonly commitlint?: unknown;
  readonly eslintConfig?: unknown;
  readonly husky?: unknown;
  readonly jest?: unknown;
  readonly knip?: unknown;
  readonly "lint-staged"?: unknown;
  readonly mocha?: unknown;
  readonly nx?: unknown;
  readonly nyc?: unknown;
  readonly pnpm?: unknown;
  readonly prettier?: unknown;
  readonly release?: unknown;
  readonly "size-limit"?: unknown;
  readonly typedocOptions?: unknown;
  readonly volta?: unknown;
  readonly wireit?: unknown;
}
