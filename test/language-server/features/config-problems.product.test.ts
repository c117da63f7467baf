import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { Client, fullCapabilities } from "./client.js";

const pulling = {
  ...fullCapabilities,
  textDocument: { ...fullCapabilities.textDocument, diagnostic: {} },
};

describe("LSP-3: a configuration that cannot be read has a diagnostic", () => {
  test.each([
    ["clients that wait for diagnostics", fullCapabilities],
    ["clients that pull diagnostics", pulling],
  ])(
    "LSP-3: a configuration that cannot be read has a diagnostic for %s, until it is repaired",
    async (_, capabilities) => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "ashlar-lsp-")));
      const client = new Client();
      onTestFinished(() => {
        client.dispose();
        rmSync(folder, { recursive: true, force: true });
      });
      const config = join(folder, "ashlar.config.json");
      const { href: uri } = pathToFileURL(config);
      const codes = (): unknown => client.diagnostics.get(uri)?.map(({ code }) => code);
      writeFileSync(config, '{ "specs": "spec", oops }');
      await client.initialize(pathToFileURL(folder).href, capabilities);
      expect(await client.until(() => JSON.stringify(codes()) === '["unreadable-file"]', 0)).toBe(true);

      writeFileSync(config, '{ "specs": "spec" }');
      client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
      expect(await client.until(() => JSON.stringify(codes()) === "[]", 0)).toBe(true);
    },
  );
});
