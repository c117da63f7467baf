import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Api, Type } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";
import { alternately, medianCost, ratio, type Contender, type Rounds } from "./alternately.js";
import { importModule } from "./codecs/task.js";
import { compiledApi, generateInto, repository, runnable, withTemporaryFolder } from "./measured-api.js";
import { jsonSchema } from "./codecs/json-schema.js";
import { type Scenario, scenarios, type Schemas, type Task, type Wire } from "./server/scenarios.js";
import { judgeTarget, type Row, type Table, type Target } from "./table.js";

/**
 * Measures the cost of calls for the generated server, compared with a bare one without checks, and with Fastify with
 * schemas.
 */
export async function server(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const api = join(folder, "api");
    await generateInto(api);
    await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
    const contender = await runnable("server/contender.ts", join(folder, "contender"));
    const serve = await runnable("server/serve.ts", join(folder, "serve"));
    const { binding } = await importModule<{ binding: Wire }>(join(api, "dist/binding.js"));
    const compiled = await compiledApi();
    const rows: Row[] = [];
    for (const scenario of scenarios) {
      const schemas = scenario.style === "rpc" ? routeSchemas(scenario.route, compiled) : undefined;
      const task: Task = { scenario, wire: binding, api, serve, ...(schemas && { schemas }) };
      rows.push(...(await measureRows(task, contender)));
    }
    return {
      columns: [
        "calls per second",
        "target",
        "met",
        "CPU per call",
        "target",
        "met",
        "calls/s",
        "other's calls/s",
        "CPU µs",
        "other's µs",
      ],
      rows,
    };
  });
}

async function measureRows(task: Task, module: string): Promise<Row[]> {
  const { scenario } = task;
  // Fastify closes the connection after a body that is not JSON, so it cannot contend on persistent connections.
  const others = scenario.style === "rpc" && scenario.status !== 400 ? ["bare", "fastify"] : ["bare"];
  const contenders = ["ours", ...others].map((name): Contender => ({
    name,
    module,
    args: [name, JSON.stringify(task)],
  }));
  const rounds = await alternately(contenders);
  return others.map((other) => toRow(scenario, other, rounds));
}

function toRow(scenario: Scenario, other: string, rounds: Rounds): Row {
  const calls = ratio(rounds, other, "ours");
  const cpu = ratio(rounds, "ours", other, "cpu");
  const perSecond = (name: string): number => Math.round(1000 / medianCost(rounds, name));
  const microseconds = (name: string): number => Math.round(1000 * medianCost(rounds, name, "cpu"));
  return {
    name: `${scenario.name}: ours / ${other}`,
    values: [
      calls,
      ...judgeTarget(calls, callsTarget(scenario, other)),
      cpu,
      ...judgeTarget(cpu, cpuTarget(scenario, other)),
      perSecond("ours"),
      perSecond(other),
      microseconds("ours"),
      microseconds(other),
    ],
  };
}

/** Returns the target of the calls per second, for small calls that succeed. */
function callsTarget({ style, status }: Scenario, other: string): Target | undefined {
  if (style !== "rpc" || status !== 200) {
    return undefined;
  }
  return { atLeast: other === "bare" ? 0.9 : 1 };
}

/** Returns the target of the CPU time per call, for errors of routes and for content. */
function cpuTarget({ style, status }: Scenario, other: string): Target | undefined {
  if (other !== "bare") {
    return undefined;
  }
  if (style !== "rpc") {
    return { atMost: 1.2 };
  }
  return status === 409 ? { atMost: 1.3 } : undefined;
}

/** Returns the JSON Schemas of a route, such as `files/get_metadata`. Throws if the API does not have the route. */
function routeSchemas(route: string, api: Api): Schemas {
  const [namespace = "", ...words] = route.split("/");
  const apiRoute = api.namespaces
    .find(({ name }) => name === namespace)
    ?.routes.find(({ name }) => name === words.join("/"));
  if (apiRoute === undefined) {
    throw new Error(`the API has no route ${route}`);
  }
  const lookup = new Lookup(api);
  const schema = (type: Type, unknownFields: boolean): object =>
    type.kind === "ref" ? jsonSchema(type, lookup, "discriminator", unknownFields) : { type: "null" };
  return {
    arg: schema(apiRoute.arg, false),
    result: schema(apiRoute.result, true),
    error: schema(apiRoute.error, true),
  };
}
