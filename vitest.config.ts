import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type ViteUserConfig } from "vitest/config";

// Nothing that tests write outlives them. Linux has a file system in memory, where packages are generated in half the time.
const memory = "/dev/shm";
if (process.env["TMPDIR"] === undefined && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4 * 2 ** 30) {
    process.env["TMPDIR"] = memory;
  }
}

// Programs in Go, such as TypeScript 7, take a fifth less CPU time if they collect garbage less often.
process.env["GOGC"] ??= "400";

/**
 * Returns Node's options for workers. Tests are many and short: collecting garbage less often and optimizing functions
 * later save them up to a fifth of the CPU time, and not optimizing WebAssembly, such as the embedded database, some seconds
 * in each worker. Node 22 and later optimize functions in smaller steps, and do without that option.
 */
function nodeOptions(): string[] {
  const options = ["--max-semi-space-size=64", "--liftoff-only"]; // MB
  return process.versions.node.startsWith("20.") ? [...options, "--interrupt-budget=600000"] : options;
}

/** More than there are processors, as tests that start processes and browsers wait for them. */
const workers = availableParallelism() + 2;

const counting = "test/growth.world.test.ts";

/** Options of all projects. */
const common = {
  // The files of a worker share their modules, which take longer to load than most tests to run. Mocks are restored
  // after each test.
  isolate: false,
  execArgv: nodeOptions(),
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // Generated packages are loaded by Node alone, as users load them.
  server: { deps: { external: [/\/(?:generated|controls)\/dist\//, /\/ashlar-[\w-]+\//] } },
  // Tests with a browser take ten seconds on an idle machine, and far longer where others use the machine as well.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 500_000 } },
};

/** Returns the files of a tier, by their suffixes. */
function filesOf(...suffixes: readonly string[]): string[] {
  return ["test", "service/test", "editors/*/test"].flatMap((folder) =>
    suffixes.map((suffix) => `${folder}/**/*${suffix}.test.ts`),
  );
}

const folders = "test/support/temporary-folders.ts";
const build = "test/support/build-once.ts";
const databases = "service/test/support/databases.ts";

const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: workers,
    reporters: ["default", "./test/support/closing-lines.ts"],
    projects: [
      {
        // No process and no build: sources alone.
        test: {
          ...common,
          name: "unit",
          include: filesOf(""),
          exclude: filesOf(".product", ".databases", ".world"),
          globalSetup: [folders],
          // These tests wait for nothing: more workers would only load the same modules again.
          maxWorkers: availableParallelism(),
        },
      },
      {
        // The built command, clients and servers over HTTP, and the service on its embedded database.
        test: {
          ...common,
          name: "product",
          include: filesOf(".product", ".databases"),
          globalSetup: [build, folders, databases],
          sequence: { groupOrder: 1 },
          // Or jiti would keep the configuration of each test in the folder for temporary files.
          env: { JITI_FS_CACHE: "false" },
        },
      },
      {
        // What needs more than Node and npm: PostgreSQL, browsers, editors, other tools; and what kills, watches and measures.
        test: {
          ...common,
          name: "world",
          include: filesOf(".databases", ".world"),
          exclude: [counting],
          globalSetup: [build, folders, databases],
          sequence: { groupOrder: 2 },
          maxWorkers: workers + 2,
          env: { JITI_FS_CACHE: "false" },
        },
      },
      {
        // Steps are counted in a worker of its own, as counting slows down all that its worker has loaded. Optimized functions
        // count fewer steps, and those that were compiled before more after they are compiled again.
        test: {
          ...common,
          name: "world-counting",
          include: [counting],
          isolate: true,
          execArgv: ["--no-opt", "--no-maglev", "--no-flush-bytecode"],
          sequence: { groupOrder: 2 },
          maxWorkers: workers + 2,
        },
      },
    ],
  },
});
export default config;
