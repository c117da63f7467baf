import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { Lookup } from "../../src/ir/walk.js";
import { alternately, medianCost, ratio, type Contender, type Rounds } from "./alternately.js";
import { payloads, prepare, type Payload } from "./codecs/prepare.js";
import type { Task } from "./codecs/task.js";
import { compiledApi, generateInto, repository, runnable, withTemporaryFolder } from "./measured-api.js";
import { judgeTarget, type Row, type Table, type Target } from "./table.js";

/** One number of the suite: the time of a contender as a multiple of the time of another one. */
interface Figure {
  readonly name: string;
  readonly of: string;
  readonly to: string;
  /** Undefined if the figure is for information only. */
  readonly target?: Target;
}

/**
 * Measures the cost of reading, writing and checking JSON with generated code, compared with the engine's own work and
 * with peers.
 */
export async function codecs(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    await generateInto(join(folder, "api"));
    await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
    const module = await runnable("codecs/contender.ts", join(folder, "contenders"));
    const lookup = new Lookup(await compiledApi());
    const rows: Row[] = [];
    for (const payload of payloads) {
      const task = await prepare(payload, lookup, folder);
      rows.push(...(await measureRows(payload, task, module)));
    }
    return {
      columns: ["ratio", "target", "met", "ms", "other's ms"],
      rows,
    };
  });
}

async function measureRows({ name, target }: Payload, task: Task, module: string): Promise<Row[]> {
  // A few at a time, because they must fit into memory together, and a ratio only needs two contenders.
  const groups: readonly (readonly Figure[])[] = [
    [
      { name: "(JSON.parse + decode) / JSON.parse", of: "parseAndDecode", to: "parse", target: { atMost: target } },
      { name: "JSON.parse with exact integers / JSON.parse", of: "parseExactly", to: "parse" },
    ],
    [
      { name: "decode / ajv", of: "decode", to: "ajv", target: { atMost: 0.6 } },
      { name: "decode / TypeBox", of: "decode", to: "typebox", target: { atMost: 1.2 } },
    ],
    [
      { name: "typia / decode", of: "typia", to: "decode", target: { atLeast: 1 } },
      { name: "typia with patterns made once / decode", of: "typiaHoisted", to: "decode", target: { atLeast: 1 } },
    ],
    [
      {
        name: "(encode + JSON.stringify) / JSON.stringify",
        of: "encodeAndStringify",
        to: "stringify",
        target: { atMost: 1.3 },
      },
      { name: "encode / JSON.stringify", of: "encode", to: "stringify" },
    ],
  ];
  const failures: readonly Figure[] = [
    { name: "decode, to an error / ajv", of: "decode", to: "ajv" },
    { name: "decode, to an error / TypeBox", of: "decode", to: "typebox" },
    { name: "decode, to an error / typia", of: "decode", to: "typia" },
  ];
  const rows: Row[] = [];
  for (const figures of groups) {
    rows.push(...(await measure(figures, name, task, module)));
  }
  rows.push(...(await measure(failures, name, { ...task, fails: true }, module)));
  return rows;
}

async function measure(figures: readonly Figure[], payload: string, task: Task, module: string): Promise<Row[]> {
  const names = new Set(figures.flatMap(({ of, to }) => [of, to]));
  const contenders = [...names].map((name): Contender => ({ name, module, args: [name, JSON.stringify(task)] }));
  const rounds = await alternately(contenders);
  return figures.map((figure) => toRow(figure, payload, rounds));
}

function toRow({ name, of, to, target }: Figure, payload: string, rounds: Rounds): Row {
  const measured = ratio(rounds, of, to, "cpu");
  return {
    name: `${payload}: ${name}`,
    values: [measured, ...judgeTarget(measured, target), medianCost(rounds, of, "cpu"), medianCost(rounds, to, "cpu")],
  };
}
