import { defineConfig } from "vitest/config";
export default defineConfig({ root: "/work/main", test: { include: ["test/**/*.test.ts"], globalSetup: ["test/build-once.ts"], testTimeout: 60_000 } });
