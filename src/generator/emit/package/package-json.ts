import type { PackageFields, PackageOptions } from "../../facts/package-options.js";
import type { Context } from "../../facts/context.js";
import { codecsModule, codecsSubpath } from "../../facts/lazy-namespace.js";
import type { EmittedText } from "../../code/module.js";
import { optionalSubpaths } from "./subpaths.js";

/** Returns the `package.json`, which contains the fields for modules and those of the configuration. */
export function emitPackageJson(context: Context): EmittedText {
  const { options } = context;
  const { exports = {}, engines, files = [], sideEffects = false, ...fields } = options.fields ?? {};
  const others = withPeers(fields, options);
  const unpublished = options.declarationMaps === false ? [] : ["!dist/**/*.d.ts.map"];
  const isAbout = (name: string): boolean => aboutFields.has(name);
  const json = {
    name: options.name,
    version: options.version,
    description: options.description,
    license: options.license,
    ...pick(others, isAbout),
    type: "module",
    sideEffects,
    engines: { node: ">=20.19", ...engines },
    exports: { ...ownExports(context), ...exports, "./package.json": "./package.json" },
    ...(options.modules === "dual" && withoutExports(context)),
    files: [...new Set(["dist", "src", "SKILL.md", ...files, ...unpublished])],
    ...pick(others, (name) => !isAbout(name)),
  };
  return { kind: "text", path: "package.json", text: `${JSON.stringify(json, null, 2)}\n` };
}

/** Adds the peer dependencies of the optional subpaths, all of them optional. */
function withPeers(fields: PackageFields, options: PackageOptions): PackageFields {
  const peers = Object.assign({}, ...optionalSubpaths(options).map(({ peers: own }) => own)) as Record<string, string>;
  if (Object.keys(peers).length === 0) {
    return fields;
  }
  const optional = Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }]));
  return {
    ...fields,
    peerDependencies: { ...peers, ...fields.peerDependencies },
    peerDependenciesMeta: { ...optional, ...fields.peerDependenciesMeta },
  };
}

/** Returns the first configured subpath that the package itself uses; undefined if there is none. */
export function clashingSubpath(context: Context): string | undefined {
  const packageExports = ownExports(context);
  return Object.keys(context.options.fields?.exports ?? {}).find(
    (subpath) => Object.hasOwn(packageExports, subpath) || subpath === "./package.json",
  );
}

/** Fields that describe a package. They precede those that configure it. */
const aboutFields: ReadonlySet<string> = new Set([
  ...["keywords", "homepage", "bugs", "repository", "author", "contributors", "maintainers", "funding", "private"],
]);

function pick(fields: object, isWanted: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isWanted(name)));
}

function ownExports(context: Context): Readonly<Record<string, unknown>> {
  const entry = (folder: string, path: string): unknown => ({
    types: `./${folder}/${path}.d.ts`,
    default: `./${folder}/${path}.js`,
  });
  const isDual = context.options.modules === "dual";
  return Object.fromEntries(
    Object.entries(entryPoints(context)).map(([subpath, path]) => [
      subpath,
      isDual ? { import: entry("dist", path), require: entry("dist/cjs", path) } : entry("dist", path),
    ]),
  );
}

/** Returns the fields for tools that do not support `exports`, such as TypeScript with `moduleResolution: node10`. */
function withoutExports(context: Context): object {
  const { ".": main, ...others } = entryPoints(context);
  const places = Object.entries(others).map(([subpath, path]) => [subpath.slice(2), [`./dist/cjs/${path}.d.ts`]]);
  return {
    main: `./dist/cjs/${main}.js`,
    types: `./dist/cjs/${main}.d.ts`,
    typesVersions: { "*": Object.fromEntries(places) as unknown },
  };
}

/** Returns the modules of the package by subpath, without folder and extension. */
function entryPoints(context: Context): { readonly ".": string; readonly [subpath: string]: string } {
  const { api, naming, options } = context;
  return {
    ".": "index",
    "./server": "server/index",
    "./server/node": "server/node",
    "./oauth": "oauth/index",
    "./schema": "runtime/schema",
    ...Object.fromEntries(optionalSubpaths(options).map(({ subpath, entry }) => [subpath, entry])),
    ...Object.fromEntries(
      api.namespaces.flatMap((namespace) => {
        const folder = naming.folder(namespace.name);
        return [
          [`./${folder}`, `${folder}/index`],
          [`./${codecsSubpath(namespace, context)}`, codecsModule(namespace, context)],
        ];
      }),
    ),
  };
}
