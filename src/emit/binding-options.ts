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
  /** The content type of calls that browsers send to another site without asking it first. */
  readonly crossSiteType?: string | undefined;
  /** Which route attributes say how a route is called. */
  readonly attributes?: Partial<Binding["attributes"]> | undefined;
  /** Where users grant access, and where apps get tokens for that. */
  readonly oauth?: Partial<Binding["oauth"]> | undefined;
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
    crossSiteType: options.crossSiteType ?? preset.crossSiteType,
    attributes: { ...preset.attributes, ...options.attributes },
    oauth: { ...preset.oauth, ...options.oauth },
  };
}
