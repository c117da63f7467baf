declare module "ashlar:playground" {
  /** The modules of the runtime that clients and the Twin need, by their paths in a package, as bodies of CommonJS modules. */
  export const runtime: Readonly<Record<string, string>>;
  /** The script that runs programs in the worker of the sandbox. */
  export const harness: string;
}
