import { defineConfig } from "vite";

export default defineConfig({ build: { outDir: "../dist/admin/page", emptyOutDir: true } });
