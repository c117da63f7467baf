import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildCodecModules } from "../../build/codec-modules.js";
import type { JsonText, RouteCodecs } from "../../diff/proof/exchange.js";
import type { ExecutableApi } from "../../diff/proof/exchanges.js";
import type { Api } from "../../ir/api.js";
import { versioned } from "../../ir/names.js";
import { readRuntime } from "../../generate/runtime.js";

/** The codecs of an API as `generate` writes them, loaded from a temporary folder that is gone afterwards. */
export async function loadExecutableApi(api: Api): Promise<ExecutableApi & { readonly json: JsonText }> {
  const modules = await buildCodecModules(api, {
    name: "compared-api",
    version: "0.0.0",
    description: undefined,
    license: undefined,
    binding: {},
    output: "package",
    importExtension: undefined,
    modules: "esm",
    int64: "bigint",
    timestamps: "string",
    fields: {},
  });
  const runtime = (await readRuntime()).filter(({ path }) => isCodecRuntime(path));
  const folder = await mkdtemp(join(tmpdir(), "ashlar-diff-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const { path, text } of [...modules, ...runtime]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const load = async (path: string): Promise<Exports> =>
      (await import(pathToFileURL(join(folder, path)).href)) as Exports;
    const routes = new Map<string, RouteCodecs>();
    for (const namespace of api.namespaces.filter((one) => one.routes.length > 0)) {
      for (const value of Object.values(await load(`dist/${namespace.name}/routes.js`))) {
        if (isRoute(value)) {
          routes.set(versioned(value), codecsOf(value));
        }
      }
    }
    const { exactJson } = (await load("dist/runtime/text.js")) as { exactJson: JsonText };
    return { api, json: exactJson, codecs: (route) => found(routes.get(route), route) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Exports = Readonly<Record<string, unknown>>;

/** A route of a generated package, whose types depend on the specification. */
interface AnyRoute extends Readonly<Record<`${"encode" | "decode"}${"Arg" | "Result" | "Error"}`, Codec>> {
  readonly name: string;
  readonly version: number;
}

type Codec = (value: unknown, options: { readonly strict: boolean }) => unknown;

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === "object" && value !== null && "encodeArg" in value;
}

function isCodecRuntime(path: string): boolean {
  return /^dist\/runtime\/(?:codecs|text|routes|errors)\.js$/.test(path);
}

const members = { arg: "Arg", result: "Result", error: "Error" } as const;

function codecsOf(route: AnyRoute): RouteCodecs {
  return {
    encode: (part, value) => route[`encode${members[part]}`](value, { strict: part === "arg" }),
    decode: (part, json, isStrict) => route[`decode${members[part]}`](json, { strict: isStrict }),
  };
}

function found(codecs: RouteCodecs | undefined, route: string): RouteCodecs {
  if (codecs === undefined) {
    throw new Error(`The generated package has no route ${route}.`);
  }
  return codecs;
}
