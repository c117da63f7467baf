declare module "ashlar:playground" {
  /**
   * The modules of the runtime that clients and the Twin need, by their paths in a package. Each is the body of a
   * CommonJS module.
   */
  export const runtime: Readonly<Record<string, string>>;
  /** The script that runs programs in the worker of the sandbox. */
  export const harness: string;
}
