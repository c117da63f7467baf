import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pythonWithStone } from "../../../test/support/stone-python.js";
import { installPeers, node24 } from "../installed-peers.js";
import { bySize } from "../saves.js";
import { repository } from "../measured-api.js";
import type { Consumer } from "./consumer.js";

/** A way to get a client of an API. All code is resolved from the folder of the suite. */
export interface Client {
  readonly name: string;
  /** The commands that generate it, in the folder of the suite. */
  readonly commands: readonly (readonly string[])[];
  /** The file or folder that the commands write. */
  readonly output: string;
  readonly consumer: Consumer;
  /** Modules to bundle: with one call, and with all calls. */
  readonly oneCall: string;
  readonly allCalls: string;
  /** A module with a function `decode` that checks a page of `files/list_folder`; undefined if the client checks nothing. */
  readonly decode?: string;
}

/** Returns the clients, Ashlar's first. Writes their configurations to a folder. */
export function listClients(folder: string): readonly Client[] {
  return [
    ashlar(),
    stone(folder),
    openapiTypescript(),
    heyApi(folder, "hey-api", ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"]),
    heyApiWithZod(folder),
    orval(folder, "orval", { "api.ts": "fetch" }),
    orvalWithZod(folder),
  ];
}

function ashlar(): Client {
  return {
    name: "Ashlar",
    commands: [[node24(), join(repository, "dist/cli/main.js"), "generate"]],
    output: "api",
    consumer: {
      imports: 'import type { Client, teamLog } from "api";',
      union: "teamLog.EventDetails",
      parameters: ({ namespace, method }) => `client: Client, ...args: Parameters<Client["${namespace}"]["${method}"]>`,
      call: ({ namespace, method }) => `client.${namespace}.${method}(...args)`,
    },
    oneCall: 'export { createCore, call } from "api"; export { getMetadata } from "api/files";',
    allCalls: 'export { createClient } from "api";',
    decode: 'export { decodeListFolderResult as decode } from "api/files";',
  };
}

/** Stone's own generators. The npm package `dropbox` is made with them. */
function stone(folder: string): Client {
  const sdk = 'export { Dropbox } from "dropbox";';
  return {
    name: nameAndVersion("Stone and dropbox", join(modules, "dropbox")),
    commands: stoneCommands(folder),
    output: "stone",
    consumer: {
      imports: 'import type { Dropbox, team_log } from "dropbox";',
      union: "team_log.EventDetails",
      parameters: ({ operation }) => `client: Dropbox, ...args: Parameters<Dropbox["${operation}"]>`,
      call: ({ operation }) => `client.${operation}(...args)`,
      types: ["node"],
    },
    oneCall: sdk,
    allCalls: sdk,
  };
}

/** The four commands that generate JavaScript with types. Each of them reads all specifications again. */
function stoneCommands(folder: string): (readonly string[])[] {
  if (pythonWithStone === undefined) {
    throw new Error("The suite measures Stone. Install Debian's package python3-stone.");
  }
  const template = join(folder, "template.d.ts");
  writeFileSync(template, "/*TYPES*/\n/*ROUTES*/\n");
  const specs = bySize(folder);
  const command = [pythonWithStone, "-W", "ignore", "-m", "stone.cli"];
  const backends = [
    ["js_types", "types.js"],
    ["js_client", "routes.js", "-c", "DropboxBase"],
    ["tsd_types", template, "types.d.ts"],
    ["tsd_client", template, "client.d.ts"],
  ];
  return backends.map(([backend = "", ...args]) => [...command, backend, "stone", ...specs, "--", ...args]);
}

function openapiTypescript(): Client {
  const fetch = 'export { default } from "openapi-fetch";';
  return {
    name: nameAndVersion("openapi-typescript", join(modules, "openapi-typescript")),
    commands: [
      [node24(), join(modules, "openapi-typescript/bin/cli.js"), "openapi.json", "-o", "openapi-typescript.ts"],
    ],
    output: "openapi-typescript.ts",
    consumer: {
      imports: `import type { Client, FetchOptions } from "openapi-fetch";
import type { components, paths } from "./openapi-typescript";`,
      union: 'components["schemas"]["team_log.EventDetails"]',
      parameters: ({ path }) => `client: Client<paths>, init: FetchOptions<paths["${path}"]["post"]>`,
      call: ({ path }) => `client.POST("${path}", init)`,
    },
    oneCall: fetch,
    allCalls: fetch,
  };
}

function heyApi(folder: string, output: string, plugins: readonly unknown[]): Client {
  const config = configFile(folder, output, { input: "openapi.json", output, plugins });
  return {
    name: nameAndVersion("hey-api", join(installPeers(), "@hey-api/openapi-ts")),
    commands: [[node24(), join(installPeers(), "@hey-api/openapi-ts/bin/run.js"), "-f", config]],
    output,
    consumer: functionsConsumer(`./${output}`),
    oneCall: `export { client } from "./${output}/client.gen"; export { filesGetMetadata } from "./${output}";`,
    allCalls: `export { client } from "./${output}/client.gen"; export * from "./${output}";`,
  };
}

function heyApiWithZod(folder: string): Client {
  const output = "hey-api-zod";
  const sdk = { name: "@hey-api/sdk", validator: true };
  const client = heyApi(folder, output, ["@hey-api/client-fetch", "@hey-api/typescript", "zod", sdk]);
  return { ...client, name: "hey-api with zod", decode: zodDecoder(`./${output}/zod.gen`, "zFilesListFolderResponse") };
}

function orval(folder: string, output: string, clients: Readonly<Record<string, string>>): Client {
  const projects = Object.entries(clients).map(([file, client]): [string, object] => [
    file,
    { input: { target: "openapi.json" }, output: { target: `${output}/${file}`, client, mode: "single" } },
  ]);
  const config = configFile(folder, output, Object.fromEntries(projects));
  return {
    name: nameAndVersion("orval", join(installPeers(), "orval")),
    commands: [[node24(), join(installPeers(), "orval/dist/bin/orval.mjs"), "--config", config]],
    output,
    consumer: functionsConsumer(`./${output}/api`),
    oneCall: `export { filesGetMetadata } from "./${output}/api";`,
    allCalls: `export * from "./${output}/api";`,
  };
}

/** Two outputs, as its documentation shows: functions, and schemas with which callers check what these return. */
function orvalWithZod(folder: string): Client {
  const output = "orval-zod";
  const client = orval(folder, output, { "api.ts": "fetch", "zod.ts": "zod" });
  const schemas = `./${output}/zod`;
  return {
    ...client,
    name: "orval with zod",
    consumer: {
      ...client.consumer,
      imports: `${client.consumer.imports}
import * as schemas from "${schemas}";

export const check = (json: unknown) => schemas.FilesListFolderResponse.parse(json);`,
    },
    oneCall: `${client.oneCall} export { FilesGetMetadataResponse } from "${schemas}";`,
    allCalls: `${client.allCalls} export * as schemas from "${schemas}";`,
    decode: zodDecoder(schemas, "FilesListFolderResponse"),
  };
}

/** The program for clients that are a function for each call. */
function functionsConsumer(module: string): Consumer {
  return {
    imports: `import * as sdk from "${module}";`,
    union: "sdk.TeamLogEventDetails",
    parameters: ({ operation }) => `...args: Parameters<typeof sdk.${operation}>`,
    call: ({ operation }) => `sdk.${operation}(...args)`,
  };
}

function zodDecoder(module: string, schema: string): string {
  return `import { ${schema} as schema } from "${module}"; export const decode = (json) => schema.parse(json);`;
}

/** Writes a configuration. Returns its name. */
function configFile(folder: string, output: string, config: object): string {
  const name = `${output}.config.mjs`;
  writeFileSync(join(folder, name), `export default ${JSON.stringify(config)};\n`);
  return name;
}

const modules = join(repository, "node_modules");

/** Returns a name with the version of the package in a folder. */
export function nameAndVersion(name: string, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version: string };
  return `${name} ${version}`;
}
