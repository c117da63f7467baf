import { setTimeout } from "node:timers/promises";
import { tryBackup } from "./back-up.js";
import type { Load } from "./load.js";
import type { Topology, Variant } from "./topology.js";

/** The load during a fault, and what the fault reports when it happens. */
interface Context {
  readonly load: Load;
  /** Kills a process: the calls that it serves until it has ended are lost with it. */
  readonly kill: (process: { end(signal: "SIGKILL"): Promise<unknown> } | undefined) => Promise<void>;
  /** The fault is over: calls that begin from now on should succeed soon. */
  readonly end: () => void;
  readonly report: (wrong: readonly string[]) => void;
}

/** Something that goes wrong while a load runs. */
export interface Fault {
  readonly name: string;
  readonly variant?: Variant;
  /** Whether processes of an earlier version are needed. */
  readonly needsEarlier?: boolean;
  run(topology: Topology, context: Context): Promise<void>;
}

const second = 1_000;

export const faults: readonly Fault[] = [
  {
    name: "kill",
    async run({ processes: [, process] }, { kill, end }) {
      await kill(process);
      end();
      await setTimeout(3 * second);
      await process?.start();
    },
  },
  {
    name: "stop",
    async run({ processes: [, process] }, { end }) {
      end(); // the others should take over without a failure
      await process?.end("SIGTERM");
      await setTimeout(3 * second);
      await process?.start();
    },
  },
  {
    name: "postgres-frozen",
    async run({ postgres }, { end }) {
      postgres.freeze();
      await setTimeout(10 * second);
      postgres.thaw();
      end();
    },
  },
  {
    name: "postgres-restarted",
    async run({ postgres }, { end }) {
      await postgres.restart("SIGINT");
      end();
    },
  },
  {
    name: "postgres-crashed",
    async run({ postgres }, { end }) {
      await postgres.restart("SIGQUIT");
      end();
    },
  },
  {
    name: "bucket-silent",
    async run({ bucket }, { end }) {
      bucket?.fail({ path: "/", status: 0 });
      await setTimeout(15 * second);
      bucket?.heal();
      end();
    },
  },
  {
    name: "bucket-refusing",
    async run({ bucket }, { end }) {
      const accept = bucket?.refuse();
      await setTimeout(10 * second);
      await accept?.();
      end();
    },
  },
  {
    name: "bucket-failing",
    async run({ bucket }, { end }) {
      bucket?.fail({ path: "/", status: 500 });
      await setTimeout(10 * second);
      bucket?.heal();
      end();
    },
  },
  {
    name: "disk-of-uploads-full",
    variant: { limited: "data" },
    run: fillDisk,
  },
  {
    name: "disk-of-contents-full",
    variant: { hasSharedFolder: true, limited: "data" },
    run: fillDisk,
  },
  {
    name: "disk-of-postgres-full",
    variant: { limited: "postgres" },
    async run({ disk, postgres }, { end }) {
      disk?.fill();
      await setTimeout(10 * second);
      disk?.empty();
      await postgres.restart(); // as a supervisor does, because a server that cannot write its log may end
      end();
    },
  },
  {
    name: "upgrade",
    needsEarlier: true,
    async run({ processes }, { end }) {
      for (const process of processes) {
        await process.end("SIGTERM");
        await process.start();
        await setTimeout(2 * second);
      }
      end();
    },
  },
  {
    name: "backup",
    async run(topology, { load, end, report }) {
      report(await tryBackup(topology, load));
      end();
    },
  },
];

async function fillDisk({ disk }: Topology, { end }: Context): Promise<void> {
  disk?.fill();
  await setTimeout(10 * second);
  disk?.empty();
  end();
}
