import type { HashAlgorithm } from "../codecs/content-hasher.js";

/** How routes are mapped to HTTP, as far as the specification leaves that to the service. */
export interface Binding {
  /** The part of every URL between the host and the path of the route, such as `/2/`. */
  readonly prefix: string;
  /** The fixed URLs of the hosts in the specification, such as `{ api: "https://api.example.com" }`. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly headers: {
    /** The header that contains the argument of uploads and downloads. */
    readonly arg: string;
    /** The header that contains the result of downloads. */
    readonly result: string;
    readonly selectUser: string;
    readonly selectAdmin: string;
  };
  /** The fields of a download's result that identify the revision of its content, such as `rev`. */
  readonly revisionFields: readonly string[];
  /** How content is verified; undefined if it is not. */
  readonly contentHash?: {
    readonly algorithm: HashAlgorithm;
    /** The field with the hash, of the arguments of uploads and of the results of downloads. */
    readonly field: string;
    /** The routes whose result has the hash of the very bytes that they return, such as `files/download` or `files/get:2`. */
    readonly downloads: readonly string[];
  };
  /** The errors after which calls are retried, even of routes that are not idempotent; undefined if there are none. */
  readonly retry?: { readonly errors: readonly string[] };
  /** The content type of requests that browsers do not preflight. */
  readonly preflightFreeType: string;
  /** The names of the route attributes that define how a route is called. */
  readonly attributes: {
    /** The attribute whose value names a host: `api`, `content`, `notify`. */
    readonly host: string;
    /** The attribute whose value is `rpc`, `upload` or `download`. */
    readonly style: string;
    /** The attribute whose value is `user`, `team`, `app`, `noauth`, or several of these, separated by commas. */
    readonly auth: string;
    /** The attribute whose value is the permission that an app needs. */
    readonly permission: string;
    /** The attribute whose value states whether a team administrator may be selected: not if it is absent or false. */
    readonly selectAdmin: string;
  };
}
