import type { Context } from "./context.js";
import type { EmittedText } from "./module.js";

/** The `package.json`: what modules need, and the fields that the configuration adds. */
export function emitPackageJson(context: Context): EmittedText {
  const { options } = context;
  const { exports = {}, engines, files = [], sideEffects = false, ...others } = options.fields ?? {};
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
    files: [...new Set(["dist", "src", ...files])],
    ...pick(others, (name) => !isAbout(name)),
  };
  return { kind: "text", path: "package.json", text: `${JSON.stringify(json, null, 2)}\n` };
}

/** The first subpath of the configuration that is one of the package's own; undefined if there is none. */
export function clashingSubpath(context: Context): string | undefined {
  const own = ownExports(context);
  return Object.keys(context.options.fields?.exports ?? {}).find(
    (subpath) => Object.hasOwn(own, subpath) || subpath === "./package.json",
  );
}

/** Fields that say what a package is; they come before those that say how it works. */
const aboutFields: ReadonlySet<string> = new Set([
  ...["keywords", "homepage", "bugs", "repository", "author", "contributors", "maintainers", "funding", "private"],
]);

function pick(fields: object, isWanted: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isWanted(name)));
}

function ownExports({ api, naming }: Context): Readonly<Record<string, unknown>> {
  const entry = (path: string): unknown => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
  const namespaces = api.namespaces.map(({ name }) => naming.folder(name));
  return {
    ".": entry("index"),
    "./server": entry("server/index"),
    "./server/node": entry("server/node"),
    "./oauth": entry("oauth/index"),
    ...Object.fromEntries(namespaces.map((folder) => [`./${folder}`, entry(`${folder}/index`)])),
  };
}
