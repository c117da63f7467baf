import { setTimeout } from "node:timers/promises";
import { runOperator } from "../support/command.js";
import { testedService } from "../support/service.js";
import type { Fault } from "./faults.js";
import type { Kind, RecordedCall } from "./journal.js";
import { Load } from "./load.js";
import { startTopology, type Variant } from "./topology.js";

/** What happened during a fault. */
export interface Result {
  readonly calls: number;
  readonly writes: number;
  /** Acknowledged writes that are missing, calls with a part of their effect, and other inconsistencies. */
  readonly wrong: readonly string[];
  readonly refused: number;
  /** Calls that failed with 500 because the database connection was lost during a commit. */
  readonly unknown: number;
  /** Other responses from 500 to 599. */
  readonly otherErrors: readonly RecordedCall[];
  /** Calls without a response, except those that a killed process was serving. */
  readonly dropped: readonly RecordedCall[];
  /** Calls without a response that a killed process was serving. */
  readonly killed: number;
  /** The time from the end of the fault to the start of the last call that failed, in seconds. */
  readonly recovery: number;
}

const second = 1_000;

/** How long the load runs before the fault and after it, in milliseconds. */
const before = 4 * second;
const after = 8 * second;

/** Starts a topology, lets a fault happen while a load runs, and compares the data with what was acknowledged. */
export async function tryFault(fault: Fault, variant: Variant): Promise<Result> {
  const topology = await startTopology({ ...variant, ...fault.variant });
  try {
    const load = await Load.prepare(topology.url);
    load.start();
    await setTimeout(before);
    const kills: { readonly from: number; readonly to: number }[] = [];
    const reported: string[] = [];
    let end = NaN;
    await fault.run(topology, {
      load,
      report: (problems) => reported.push(...problems),
      async kill(process) {
        const from = performance.now();
        await process?.end("SIGKILL");
        kills.push({ from, to: performance.now() });
      },
      end: () => (end = performance.now()),
    });
    await setTimeout(after);
    await load.stop();
    const wrong = await load.verify(topology.url);
    const inconsistencies = await testedService(() => topology.url).storage.findInconsistencies();
    await runOperator(topology.environment("1"), "verify"); // throws if a content is missing or damaged
    const { calls } = load.journal;
    const of = (kind: Kind): RecordedCall[] => calls.filter((call) => call.kind === kind);
    const inDoubt = new Set(
      topology.processes
        .flatMap((process) => process.log())
        .filter(({ err }) => (err as { code?: unknown } | undefined)?.code === "08007")
        .map(({ requestId }) => requestId),
    );
    const isInDoubt = ({ requestId }: RecordedCall): boolean => requestId !== undefined && inDoubt.has(requestId);
    const isKilled = ({ begun, ended }: RecordedCall): boolean =>
      kills.some(({ from, to }) => begun <= to && from <= ended + 5);
    const failed = calls.filter(({ kind }) => kind !== "done").map(({ begun }) => begun);
    return {
      calls: calls.length,
      writes: load.writes,
      wrong: [
        ...reported,
        ...wrong,
        ...inconsistencies,
        ...of("wrong").map(({ name, detail }) => `${name}: ${detail}`),
      ],
      refused: of("503").length + of("429").length,
      unknown: of("other 5xx").filter(isInDoubt).length,
      otherErrors: of("other 5xx").filter((call) => !isInDoubt(call)),
      dropped: of("dropped").filter((call) => !isKilled(call)),
      killed: of("dropped").filter(isKilled).length,
      recovery: Math.max(0, Math.max(...failed) - end) / second,
    };
  } finally {
    await topology.stop();
  }
}
