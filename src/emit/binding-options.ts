/** How routes travel over HTTP, where that is not in the specification. What is left out is as in the preset. */
export interface BindingOptions {
  /** The binding to start from: that of `service-api` headers and no fixed hosts (the default), or that of Dropbox. */
  readonly preset?: "service" | "dropbox" | undefined;
  /**
   * The path of a route, such as `/2/{namespace}/{route}{suffix}`. `{version}` stands for the number of its version,
   * `{suffix}` for `versionSuffix` in all versions but the first.
   */
  readonly path?: string | undefined;
  /** Such as `_v{version}`. */
  readonly versionSuffix?: string | undefined;
  /** The URL of each host that routes name. Clients need not be told those that are fixed here. */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** Names of headers. */
  readonly headers?: Partial<Binding["headers"]> | undefined;
  /**
   * The fields of a download's result that name the revision of its content: an interrupted download resumes only if they
   * are still the same, or an `ETag` is. `rev`, `revision` and `content_hash` by default.
   */
  readonly revisionFields?: readonly string[] | undefined;
  /** The routes that clients may send again after any failure, because performing them twice does no harm. */
  readonly idempotent?: IdempotentRoutes | undefined;
  /** The content type of calls that browsers send to another site without asking it first. */
  readonly crossSiteType?: string | undefined;
  /** Which route attributes say how a route is called. */
  readonly attributes?: Partial<Binding["attributes"]> | undefined;
  /** Where users grant access, and where apps get tokens for that. */
  readonly oauth?: Partial<Binding["oauth"]> | undefined;
}

/** Which routes are idempotent: those that one of these lists has. In all texts `*` stands for any characters. */
interface IdempotentRoutes {
  /** Route attributes with their values, such as `{ scope: "*.read" }`. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Names of routes with their namespace, such as `files/list_folder*`; a version other than 1 as in `files/search:2`. */
  readonly routes?: readonly string[] | undefined;
}

/** A binding in which nothing is left out. */
export interface Binding {
  readonly path: string;
  readonly versionSuffix: string;
  readonly hosts: Readonly<Record<string, string>>;
  readonly headers: {
    readonly arg: string;
    readonly result: string;
    readonly selectUser: string;
    readonly selectAdmin: string;
  };
  readonly revisionFields: readonly string[];
  readonly idempotent: {
    readonly attributes: Readonly<Record<string, string | readonly string[]>>;
    readonly routes: readonly string[];
  };
  readonly crossSiteType: string;
  readonly attributes: {
    readonly host: string;
    readonly style: string;
    readonly auth: string;
    readonly permission: string;
    readonly selectAdmin: string;
  };
  readonly oauth: {
    readonly authorizeUrl?: string | undefined;
    readonly tokenUrl?: string | undefined;
  };
}

const service: Binding = {
  path: "/2/{namespace}/{route}{suffix}",
  versionSuffix: "_v{version}",
  hosts: {},
  headers: {
    arg: "Service-API-Arg",
    result: "Service-API-Result",
    selectUser: "Service-API-Select-User",
    selectAdmin: "Service-API-Select-Admin",
  },
  revisionFields: ["rev", "revision", "content_hash"],
  idempotent: { attributes: {}, routes: [] },
  crossSiteType: "text/plain; charset=service-cors-hack",
  attributes: {
    host: "host",
    style: "style",
    auth: "auth",
    permission: "permission",
    selectAdmin: "select_admin",
  },
  oauth: {},
};

const presets: Readonly<Record<NonNullable<BindingOptions["preset"]>, Binding>> = {
  service,
  dropbox: {
    ...service,
    hosts: {
      api: "https://api.dropboxapi.com",
      content: "https://content.dropboxapi.com",
      notify: "https://notify.dropboxapi.com",
    },
    headers: {
      arg: "Dropbox-API-Arg",
      result: "Dropbox-API-Result",
      selectUser: "Dropbox-API-Select-User",
      selectAdmin: "Dropbox-API-Select-Admin",
    },
    idempotent: { attributes: { scope: "*.read" }, routes: [] },
    crossSiteType: "text/plain; charset=dropbox-cors-hack",
    attributes: { ...service.attributes, permission: "scope", selectAdmin: "select_admin_mode" },
    oauth: {
      authorizeUrl: "https://www.dropbox.com/oauth2/authorize",
      tokenUrl: "https://api.dropboxapi.com/oauth2/token",
    },
  },
};

/** The whole binding that options stand for. */
export function bindingOf(options: BindingOptions): Binding {
  const preset = presets[options.preset ?? "service"];
  return {
    path: options.path ?? preset.path,
    versionSuffix: options.versionSuffix ?? preset.versionSuffix,
    hosts: { ...preset.hosts, ...options.hosts },
    headers: { ...preset.headers, ...options.headers },
    revisionFields: options.revisionFields ?? preset.revisionFields,
    idempotent: {
      attributes: { ...preset.idempotent.attributes, ...options.idempotent?.attributes },
      routes: options.idempotent?.routes ?? preset.idempotent.routes,
    },
    crossSiteType: options.crossSiteType ?? preset.crossSiteType,
    attributes: { ...preset.attributes, ...options.attributes },
    oauth: { ...preset.oauth, ...options.oauth },
  };
}
