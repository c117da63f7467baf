import type { Api } from "../../../src/ir/api.js";
import { Lookup } from "../../../src/ir/walk.js";

/** The text of a program that uses a package's types heavily. */
interface Consumers {
  readonly ours: string;
  readonly sdk: string;
  /** The numbers of variants that each program distinguishes, and of routes that it calls. */
  readonly variants: number;
  readonly calls: number;
}

const union = { namespace: "team_log", name: "EventDetails" };

/**
 * Returns the same program for the generated package and for the SDK. It switches over the variants of the largest
 * union, reads a field of each, and calls every route that both have.
 *
 * `ours` are the methods of the generated client by namespace, `sdk` the methods of the SDK's class.
 */
export function consumers(
  api: Api,
  ours: Readonly<Record<string, readonly string[]>>,
  sdk: ReadonlySet<string>,
): Consumers {
  const cases = switchCases(new Lookup(api));
  const calls = commonCalls(ours, sdk);
  return {
    ours: program(
      'import type { Client, teamLog as team_log } from "api";',
      "Client",
      cases,
      calls.map(({ namespace, method }) => `${namespace}.${method}`),
    ),
    sdk: program(
      'import type { Dropbox, team_log } from "dropbox";',
      "Dropbox",
      cases,
      calls.map(({ sdkMethod }) => sdkMethod),
    ),
    variants: cases.length,
    calls: calls.length,
  };
}

/**
 * Returns the cases of a switch over the union, one for each variant. Each reads the first field of its variant, if it
 * has one.
 */
function switchCases(lookup: Lookup): string[] {
  return lookup.allFields(union).map(({ field }) => {
    const struct = lookup.plainStruct(field.type);
    const [first] = struct === undefined ? [] : lookup.allFields(struct.name);
    const read = first === undefined ? '[".tag"]' : `.${first.field.name}`;
    return `    case ${JSON.stringify(field.name)}:\n      return details${read};`;
  });
}

interface Call {
  readonly namespace: string;
  readonly method: string;
  readonly sdkMethod: string;
}

/** Returns the routes that both clients have. The SDK's names start with the namespace, as in `filesCopyV2`. */
function commonCalls(ours: Readonly<Record<string, readonly string[]>>, sdk: ReadonlySet<string>): Call[] {
  return Object.entries(ours).flatMap(([namespace, methods]) =>
    methods
      .map((method) => ({
        namespace,
        method,
        sdkMethod: `${namespace}${method.charAt(0).toUpperCase()}${method.slice(1)}`,
      }))
      .filter(({ sdkMethod }) => sdk.has(sdkMethod)),
  );
}

function program(imports: string, client: string, cases: readonly string[], calls: readonly string[]): string {
  const callers = calls.map(
    (path, index) =>
      `export const call${index} = async (client: ${client}, ...args: Parameters<typeof client.${path}>) =>\n` +
      `  (await client.${path}(...args)) satisfies unknown;`,
  );
  return `${imports}

export function describe(details: team_log.EventDetails): unknown {
  switch (details[".tag"]) {
${cases.join("\n")}
    default:
      return undefined;
  }
}

${callers.join("\n")}
`;
}
