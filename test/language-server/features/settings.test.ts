import { expect, onTestFinished, test } from "vitest";
import { Client, fullCapabilities } from "./client.js";

test("LSP-7: changed settings make the editor ask again for hints and lenses", async () => {
  const client = new Client();
  onTestFinished(() => client.dispose());
  const { workspace } = fullCapabilities;
  await client.initialize(null, {
    ...fullCapabilities,
    workspace: { ...workspace, inlayHint: { refreshSupport: true }, codeLens: { refreshSupport: true } },
  });
  client.notify("workspace/didChangeConfiguration", { settings: null });
  const wanted = ["workspace/inlayHint/refresh", "workspace/codeLens/refresh"];
  expect(await client.until(() => wanted.every((method) => client.requests.includes(method)), 0)).toBe(true);
});
