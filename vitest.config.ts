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
 * later save them up to a fifth of the CPU time. Node 22 and later optimize in smaller steps, and do without the second
 * option.
 */
function nodeOptions(): string[] {
  const garbage = "--max-semi-space-size=64"; // MB
  return process.versions.node.startsWith("20.") ? [garbage, "--interrupt-budget=600000"] : [garbage];
}

const workers = availableParallelism() + 2;

const counting = "test/growth.test.ts";

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
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000 } },
};

const config: ViteUserConfig = defineConfig({
  test: {
    // More than there are processors, as tests that start processes and browsers wait for them.
    maxWorkers: workers,
    projects: [
      {
        test: {
          ...common,
          name: "ashlar",
          include: ["test/**/*.test.ts"],
          exclude: [counting],
          globalSetup: [
            "test/support/build-once.ts",
            "test/support/temporary-folders.ts",
            "test/support/report-skipped-tests.ts",
          ],
          // Or jiti would keep the configuration of each test in the folder for temporary files.
          env: { JITI_FS_CACHE: "false" },
        },
      },
      {
        // Steps are counted in a worker of its own, as counting slows down all that its worker has loaded. Optimized functions
        // count fewer steps, and those that were compiled before more after they are compiled again.
        test: {
          ...common,
          name: "counting",
          include: [counting],
          isolate: true,
          execArgv: ["--no-opt", "--no-maglev", "--no-flush-bytecode"],
        },
      },
      {
        test: {
          ...common,
          name: "service",
          // After the others, and with more workers: these tests wait longer for databases, browsers and processes.
          sequence: { groupOrder: 1 },
          maxWorkers: workers + 2,
          include: ["service/test/**/*.test.ts"],
          globalSetup: ["service/test/support/databases.ts"],
        },
      },
      {
        test: { ...common, name: "editors", include: ["editors/*/test/**/*.test.ts"] },
      },
    ],
  },
});
export default config;
