import type { Route, Name } from "../../ir/api.js";

/** How routes are mapped to HTTP, where the specification does not define it. Omitted options default to the preset. */
export interface BindingOptions {
  /** The defaults: `service`, with `Service-API-…` headers and no fixed hosts (the default), or `dropbox`. */
  readonly preset?: "service" | "dropbox" | undefined;
  /**
   * The path of a route, such as `/2/{namespace}/{route}{suffix}`. `{version}` is the version number of the route,
   * `{suffix}` is `versionSuffix` for all versions but the first.
   */
  readonly path?: string | undefined;
  /** Such as `_v{version}`. */
  readonly versionSuffix?: string | undefined;
  /** The URL of each host that routes name. Clients do not have to configure hosts that are set here. */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** The names of headers. */
  readonly headers?: Partial<Binding["headers"]> | undefined;
  /**
   * The fields of a download's result that identify the revision of its content: an interrupted download resumes only
   * if they, or an `ETag`, are unchanged. `rev`, `revision` and `content_hash` by default.
   */
  readonly revisionFields?: readonly string[] | undefined;
  /** How clients verify that content arrives whole; `preset: "dropbox"` has it, and `false` turns it off. */
  readonly contentHash?: ContentHash | false | undefined;
  /** The idempotent routes, which clients may retry after any failure. */
  readonly idempotent?: RouteSelection | undefined;
  /**
   * The errors after which clients retry a call, even of a route that is not idempotent: those that say that nothing has happened.
   * Each one is a tag or a chain of tags, such as `path/too_many_write_operations`.
   */
  readonly retry?: { readonly errors: readonly string[] } | undefined;
  /** The routes whose calls have idempotency keys: the service performs calls with the same key only once. None by default. */
  readonly idempotency?: IdempotencyOptions | undefined;
  /** The content type of requests that browsers do not preflight. */
  readonly preflightFreeType?: string | undefined;
  /** The names of the route attributes that define how a route is called. */
  readonly attributes?: Partial<Binding["attributes"]> | undefined;
  /**
   * The URLs of the page on which users grant access and of the token endpoint, and whether a refresh token is
   * requested (`offline`) by default.
   */
  readonly oauth?: Partial<Binding["oauth"]> | undefined;
  /** The notifications that the service posts to applications; none by default. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** The hash of content in arguments and results. */
interface ContentHash {
  /** `sha256`, or `dropbox` for the SHA-256 of the SHA-256 of each 4 MiB; in hexadecimal digits. */
  readonly algorithm: "dropbox" | "sha256";
  /** The field with the hash: of the content of this call in arguments of uploads, of the whole content in results of downloads. */
  readonly field: string;
  /**
   * The downloads that return the very bytes of which their result has the hash, such as `files/download`; not those
   * of thumbnails or exports, whose result may have the hash of the original.
   */
  readonly downloads: readonly string[];
}

/** The notifications that a service posts to applications, and how applications verify their origin. */
export interface WebhookOptions {
  /**
   * The type of notifications, such as `events.Notification`, or a list of types: a notification has the first type
   * that accepts it.
   */
  readonly payload: string | readonly string[];
  /** `standard` for Standard Webhooks, or the header that contains the HMAC of the body; `X-Service-Signature` in `hex` by default. */
  readonly signature?: WebhookSignature | undefined;
  /** The query parameter of a GET request whose value receivers return; `challenge` by default, none if `signature` is set. */
  readonly challenge?: { readonly parameter: string } | undefined;
}

type WebhookSignature =
  | "standard"
  | {
      readonly header: string;
      readonly algorithm: "hmac-sha256";
      readonly encoding: "hex" | "base64";
      /** The string before the signature in the header, such as `sha256=`. */
      readonly prefix?: string | undefined;
    };

/** A selection of routes: those that match one of these lists. `*` matches any characters. */
export interface RouteSelection {
  /** Route attributes with their values, such as `{ scope: "*.read" }`. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Names of routes with their namespace, such as `files/list_folder*`; a version other than 1 as in `files/search:2`. */
  readonly routes?: readonly string[] | undefined;
}

interface IdempotencyOptions extends RouteSelection {
  /** The header that contains the key; `Idempotency-Key` by default. */
  readonly header?: string | undefined;
}

/** A binding with all options set. */
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
  readonly contentHash: ContentHash | undefined;
  readonly idempotent: {
    readonly attributes: Readonly<Record<string, string | readonly string[]>>;
    readonly routes: readonly string[];
  };
  readonly retry: { readonly errors: readonly string[] } | undefined;
  readonly idempotency: {
    readonly header: string;
    readonly attributes: Readonly<Record<string, string | readonly string[]>>;
    readonly routes: readonly string[];
  };
  readonly preflightFreeType: string;
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
    readonly tokenAccessType?: "offline" | "online" | undefined;
  };
  readonly webhooks: {
    /** Empty if there are no notifications. */
    readonly payload: readonly string[];
    readonly signature: WebhookSignature;
    readonly challenge?: { readonly parameter: string } | undefined;
  };
  /** The route that examples begin with, if the API of a preset has it. */
  readonly firstCall?: string | undefined;
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
  contentHash: undefined,
  idempotent: { attributes: {}, routes: [] },
  retry: undefined,
  idempotency: { header: "Idempotency-Key", attributes: {}, routes: [] },
  preflightFreeType: "text/plain; charset=service-cors-hack",
  attributes: {
    host: "host",
    style: "style",
    auth: "auth",
    permission: "permission",
    selectAdmin: "select_admin",
  },
  oauth: {},
  webhooks: {
    payload: [],
    signature: { header: "X-Service-Signature", algorithm: "hmac-sha256", encoding: "hex" },
    challenge: { parameter: "challenge" },
  },
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
    contentHash: { algorithm: "dropbox", field: "content_hash", downloads: ["files/download"] },
    idempotent: { attributes: { scope: "*.read" }, routes: [] },
    retry: { errors: ["too_many_write_operations"] },
    preflightFreeType: "text/plain; charset=dropbox-cors-hack",
    attributes: { ...service.attributes, permission: "scope", selectAdmin: "select_admin_mode" },
    oauth: {
      authorizeUrl: "https://www.dropbox.com/oauth2/authorize",
      tokenUrl: "https://api.dropboxapi.com/oauth2/token",
      tokenAccessType: "offline",
    },
    webhooks: {
      ...service.webhooks,
      signature: { header: "X-Dropbox-Signature", algorithm: "hmac-sha256", encoding: "hex" },
    },
    firstCall: "files/list_folder",
  },
};

/**
 * Whether the API is known to accept requests without preflight. The preset `service` is for no particular API, so its
 * default says nothing about that.
 */
export function hasPreflightFreeForm({ preset = "service", preflightFreeType }: BindingOptions): boolean {
  return preset !== "service" || preflightFreeType !== undefined;
}

/** Returns the binding for some options, with defaults filled in. */
export function resolveBinding(options: BindingOptions): Binding {
  const preset = presets[options.preset ?? "service"];
  const contentHash = options.contentHash ?? preset.contentHash;
  return {
    path: options.path ?? preset.path,
    versionSuffix: options.versionSuffix ?? preset.versionSuffix,
    hosts: { ...preset.hosts, ...options.hosts },
    headers: { ...preset.headers, ...options.headers },
    revisionFields: options.revisionFields ?? preset.revisionFields,
    contentHash: contentHash === false ? undefined : contentHash,
    idempotent: {
      attributes: { ...preset.idempotent.attributes, ...options.idempotent?.attributes },
      routes: options.idempotent?.routes ?? preset.idempotent.routes,
    },
    retry: options.retry ?? preset.retry,
    idempotency: {
      header: options.idempotency?.header ?? preset.idempotency.header,
      attributes: options.idempotency?.attributes ?? preset.idempotency.attributes,
      routes: options.idempotency?.routes ?? preset.idempotency.routes,
    },
    preflightFreeType: options.preflightFreeType ?? preset.preflightFreeType,
    attributes: { ...preset.attributes, ...options.attributes },
    oauth: { ...preset.oauth, ...options.oauth },
    webhooks: {
      payload: [options.webhooks?.payload ?? []].flat(),
      signature: options.webhooks?.signature ?? preset.webhooks.signature,
      // A service with another signature does not necessarily send challenges.
      challenge:
        options.webhooks?.challenge ??
        (options.webhooks?.signature === undefined ? preset.webhooks.challenge : undefined),
    },
    firstCall: preset.firstCall,
  };
}

/** Returns the part of every URL before {@link routePath}: `/2/`. */
export function pathPrefix({ path }: Binding): string {
  return path.slice(0, path.indexOf("{"));
}

/** Returns the part of a route's URL after {@link pathPrefix}: `files/get_metadata_v2`. */
export function routePath(
  namespace: string,
  { name, version }: Pick<Route, "name" | "version">,
  { path, versionSuffix }: Binding,
): string {
  const values: Readonly<Record<string, string>> = {
    namespace,
    route: name,
    version: String(version),
    suffix: version === 1 ? "" : versionSuffix.replaceAll("{version}", String(version)),
  };
  return path.slice(path.indexOf("{")).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/** Returns the types of the notifications that the service posts; empty if there are none. */
export function webhookTypes({ webhooks }: Binding): Name[] {
  return webhooks.payload.map((type) => {
    const [namespace = "", name = ""] = type.split(".");
    return { namespace, name };
  });
}
