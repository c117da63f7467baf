import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    name: "service",
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/databases.ts"],
    testTimeout: 60_000,
  },
});
export default config;
