import { createContext, permissionOf, type Context } from "../generator/facts/context.js";
import type { PackageOptions } from "../generator/facts/package-options.js";
import type { Api, Field, Name } from "../ir/api.js";
import { routeName, type VersionedName } from "../ir/names.js";
import type { Lookup } from "../ir/walk.js";
import type { PrivacyRow } from "../exports/privacy/row.js";
import type { Changes } from "./changes.js";
import type { ExplorerTargets } from "./explorer-targets.js";
import type { Guide, Outputs } from "./guides/guide.js";
import { Usages } from "./usage.js";
import type { BindingOptions } from "../generator/facts/binding-options.js";
import { privacyReport } from "../exports/privacy/report.js";

export interface SiteOptions extends PackageOptions {
  /** The URL that the site will have, for search engines. */
  readonly base?: string | undefined;
  /** The folder of the package, as the configuration names it. */
  readonly out?: string | undefined;
  /** The base of links without a scheme in documentation. By default, they are shown as text. */
  readonly linkBase?: string | undefined;
  /** The permissions of the callers whose view of the API is shown; none by default. */
  readonly callers?: readonly string[] | undefined;
  /** The text of the SVG file that pages show beside the title. */
  readonly logo?: string | undefined;
  /** The guides, in order. */
  readonly guides?: readonly Guide[] | undefined;
  /** The output of the programs in the guides. */
  readonly outputs?: Outputs | undefined;
  /** The targets of calls from route pages: none, the Twin (the default), or also a host. */
  readonly explorer?: ExplorerTargets | undefined;
}

/** The API that a site documents, with lookups for its pages. */
export class Site {
  /** The view that the callers have of the API. */
  readonly api: Api;
  readonly options: SiteOptions;
  readonly lookup: Lookup;
  /** The names in generated code, and how routes are mapped to HTTP. */
  readonly context: Context;
  readonly explorer: ExplorerTargets;
  readonly usages: Usages;
  readonly changes: Changes | undefined;
  /** The data that is masked or hashed in logs. */
  readonly redacted: readonly PrivacyRow[];
  /** Whether a route needs a permission. */
  readonly hasPermissions: boolean;
  readonly #routes: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;

  /** `api` is the view of the callers, `whole` the API from which packages are generated. */
  constructor(api: Api, whole: Api, options: SiteOptions, changes: Changes | undefined) {
    this.api = api;
    this.options = options;
    this.context = { ...createContext(api, options), hasType: createContext(whole, options).hasType };
    this.explorer = options.explorer ?? "twin";
    this.lookup = this.context.lookup;
    this.usages = new Usages(api);
    this.changes = changes;
    this.redacted = redactedPlaces(api, options.binding);
    this.hasPermissions = api.namespaces.some(({ routes }) =>
      routes.some((route) => permissionOf(route, this.context) !== undefined),
    );
    this.#routes = new Set(api.namespaces.flatMap(({ name, routes }) => routes.map((route) => routeName(name, route))));
    this.#types = new Set(
      api.namespaces.flatMap(({ name, aliases, types }) =>
        [...aliases, ...types].map((type) => `${name}.${type.name}`),
      ),
    );
  }

  get guides(): readonly Guide[] {
    return this.options.guides ?? [];
  }

  get outputs(): Outputs {
    return this.options.outputs ?? new Map();
  }

  get title(): string {
    return this.options.docs?.title ?? this.options.name;
  }

  /** The purpose of the API; undefined if it is not described. */
  get description(): string | undefined {
    return this.options.docs?.description ?? this.options.description;
  }

  hasRoute(namespace: string, route: VersionedName): boolean {
    return this.#routes.has(routeName(namespace, route));
  }

  hasType({ namespace, name }: Name): boolean {
    return this.#types.has(`${namespace}.${name}`);
  }

  /** Returns the type that declares a field or tag of a type; undefined if the site does not contain it. */
  ownerOfMember(type: Name, member: string): Name | undefined {
    if (!this.hasType(type)) {
      return undefined;
    }
    const bare = this.lookup.withoutAliases({ kind: "ref", ...type });
    if (bare.kind !== "ref") {
      return undefined;
    }
    const owner = this.lookup.field(bare, member)?.owner;
    return owner !== undefined && this.hasType(owner) ? owner : undefined;
  }

  /** Whether a field is required in values of a struct. */
  isRequired({ default: value, type }: Field): boolean {
    return value === undefined && !this.lookup.isNullable(type);
  }
}

/** Returns the places in messages of an API whose data is masked or hashed in logs. */
function redactedPlaces(api: Api, binding: BindingOptions): readonly PrivacyRow[] {
  // Searching all messages is slow, and most APIs redact nothing.
  return redactsAnything(api)
    ? privacyReport(api, { binding }).rows.filter(({ kind }) => kind === "blot" || kind === "hash")
    : [];
}

function redactsAnything({ namespaces }: Api): boolean {
  return namespaces.some(({ aliases, types }) =>
    [...aliases, ...types.flatMap(({ fields }) => fields)].some(({ redactor }) => redactor !== undefined),
  );
}
