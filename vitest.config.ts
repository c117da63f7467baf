import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "ashlar",
          include: ["test/**/*.test.ts"],
          globalSetup: ["test/build-once.ts", "test/generate-once.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "service",
          include: ["service/test/**/*.test.ts"],
          globalSetup: ["service/test/support/databases.ts"],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
export default config;
