import type { Api } from "../../../src/ir/api.js";
import { Lookup } from "../../../src/ir/walk.js";

/** A route that all clients have. */
export interface Call {
  /** In Ashlar's client: `files` and `copyV2`. */
  readonly namespace: string;
  readonly method: string;
  /** In clients that have one name for it: `filesCopyV2`. */
  readonly operation: string;
  /** In the document: `/2/files/copy_v2`. */
  readonly path: string;
}

/** What differs between the programs for two clients. */
export interface Consumer {
  readonly imports: string;
  /** The type of the largest union, `EventDetails` of `team_log`. */
  readonly union: string;
  /** The parameters of a function that makes a call, and the call. */
  readonly parameters: (call: Call) => string;
  readonly call: (call: Call) => string;
  /** The packages of types that the program needs. */
  readonly types?: readonly string[];
}

/** Returns the routes of an API that the class of the npm package `dropbox` has, by its declarations. */
export function commonCalls(api: Api, sdkDeclarations: string): Call[] {
  const sdk = new Set([...sdkDeclarations.matchAll(/^ +public (\w+)\(/gm)].map(([, name = ""]) => name));
  return api.namespaces
    .flatMap(({ name: namespace, routes }) =>
      routes.map(({ name, version }): Call => {
        const path = `${namespace}/${name}${version === 1 ? "" : `_v${version}`}`;
        return {
          namespace: camelCase(namespace),
          method: camelCase(path.slice(namespace.length + 1)),
          operation: camelCase(path),
          path: `/2/${path}`,
        };
      }),
    )
    .filter(({ operation }) => sdk.has(operation));
}

function camelCase(name: string): string {
  return name.replace(/[_/](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the cases of a switch over the largest union. Each reads the first field of its variant, if it has one. */
export function switchCases(api: Api): string {
  const lookup = new Lookup(api);
  return lookup
    .allFields({ namespace: "team_log", name: "EventDetails" })
    .map(({ field }) => {
      const struct = lookup.plainStruct(field.type);
      const [first] = struct === undefined ? [] : lookup.allFields(struct.name);
      const read = first === undefined ? '[".tag"]' : `.${first.field.name}`;
      return `    case ${JSON.stringify(field.name)}:\n      return details${read};\n`;
    })
    .join("");
}

/** Returns a program that makes each call, and has a switch over the union with some cases. */
export function consumerProgram(
  { imports, union, parameters, call }: Consumer,
  calls: readonly Call[],
  cases: string,
): string {
  const callers = calls.map(
    (each, index) =>
      `export const call${index} = async (${parameters(each)}) => (await ${call(each)}) satisfies unknown;\n`,
  );
  return `${imports}

export function describe(details: ${union}): unknown {
  switch (details[".tag"]) {
${cases}    default:
      return undefined;
  }
}

${callers.join("")}`;
}
