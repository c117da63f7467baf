/** How routes travel over HTTP: what is the service's own choice rather than the specification's. */
export interface Binding {
  /** What stands in every URL between the host and the path of the route, such as `/2/`. */
  readonly prefix: string;
  /** The URLs of the hosts that the specification names, such as `{ api: "https://api.example.com" }`, if they are fixed. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly headers: {
    /** Carries the argument of uploads and downloads. */
    readonly arg: string;
    /** Carries the result of downloads. */
    readonly result: string;
    readonly selectUser: string;
    readonly selectAdmin: string;
  };
  /** The fields of a download's result that name the revision of its content, such as `rev`. */
  readonly revisionFields: readonly string[];
  /** The content type of calls that browsers send to another site without asking it first. */
  readonly crossSiteType: string;
  /** Which route attribute says how a route is called. */
  readonly attributes: {
    /** Its value names a host: `api`, `content`, `notify`. */
    readonly host: string;
    /** Its value is `rpc`, `upload` or `download`. */
    readonly style: string;
    /** Its value is `user`, `team`, `app`, `noauth`, or several of them with commas between. */
    readonly auth: string;
    /** Its value is what an app must be allowed to do. */
    readonly permission: string;
    /** Whether a team's administrator may be selected: no, if it is absent or false. */
    readonly selectAdmin: string;
  };
}
