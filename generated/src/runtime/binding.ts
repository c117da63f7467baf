/** How routes travel over HTTP: what is the service's own choice rather than the specification's. */
export interface Binding {
  /** What stands in every URL between the host and `<namespace>/<route>`, such as `/2/`. */
  readonly prefix: string;
  readonly headers: {
    readonly arg: string;
    readonly result: string;
    readonly selectUser: string;
    readonly selectAdmin: string;
  };
  /** Which route attribute says how a route is called. */
  readonly attributes: {
    /** Its value names a host: `api`, `content`, `notify`. */
    readonly host: string;
    /** Its value is `rpc`, `upload` or `download`. */
    readonly style: string;
    /** Its value is `user`, `team`, `app`, `noauth`, or several of them with commas between. */
    readonly auth: string;
  };
}
