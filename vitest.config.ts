import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    // By default one processor is left idle, and of two that is half of them.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "ashlar",
          include: ["test/**/*.test.ts"],
          globalSetup: ["test/build-once.ts", "test/generate-once.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Or jiti would keep the configuration of each test in the folder for temporary files.
          env: { JITI_FS_CACHE: "false" },
        },
      },
      {
        test: {
          name: "service",
          include: ["service/test/**/*.test.ts"],
          globalSetup: ["service/test/support/databases.ts"],
          testTimeout: 60_000,
          // A service with an embedded database takes seconds to start, and longer where others use the machine as well.
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
export default config;
