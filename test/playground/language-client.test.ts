import { MessageChannel } from "node:worker_threads";
import { Text } from "@codemirror/state";
import { expect, onTestFinished, test } from "vitest";
import { PortMessageReader, PortMessageWriter, createConnection } from "vscode-languageserver/node";
import { serve } from "../../src/language-server/protocol/server.js";
import { SpecWorkspace } from "../../src/playground/page/editor/spec-workspace.js";
import { LanguageClient } from "../../src/playground/page/server.js";

const uri = "file:///spec/a.stone";
const text = "namespace a\n\nstruct  S\n    f String(min_length=1)\n";
const params = {
  textDocument: { uri },
  position: { line: 3, character: 8 },
  options: { tabSize: 4, insertSpaces: true },
};
const initializeId = 1;
const outdated = { code: -32801, message: "The document has changed." };

/** Opens a file with a language server of its own. `onResponse` is called before the client receives a response. */
function open(onResponse = (): void => undefined): { readonly client: LanguageClient; readonly change: () => void } {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  serve(createConnection(new PortMessageReader(port1), new PortMessageWriter(port1)));
  const client = new LanguageClient({
    workspace: (client) =>
      new SpecWorkspace(client, {
        viewOf: () => null,
        show: () => expect.fail(),
        change: () => Text.of(["namespace b"]),
      }),
  });
  const workspace = client.workspace as SpecWorkspace;
  workspace.add(uri, Text.of(text.split("\n")));
  client.connect({
    send: (message) => port2.postMessage(JSON.parse(message)),
    subscribe: (receive) => {
      port2.on("message", (message: { readonly id?: number }) => {
        if (Number(message.id) > initializeId) {
          onResponse();
        }
        receive(JSON.stringify(message));
      });
    },
    unsubscribe: () => undefined,
  });
  return { client, change: () => workspace.updateFile(uri, { changes: [] }) };
}

test.each(["completion", "hover", "signatureHelp"])(
  "PLAY-1: a text that changes while the playground waits for the server's %s leaves no error",
  async (method) => {
    const { client, change } = open();
    await client.initializing;
    const result = client.request(`textDocument/${method}`, params);
    await Promise.resolve(); // the request is sent
    change();
    expect(await result).toBe(null);
  },
);

test("PLAY-1: positions in a text that changed before the response arrived do not reach the editor of the playground", async () => {
  const { client, change } = open(() => change());
  await expect(client.request("textDocument/formatting", params)).rejects.toMatchObject(outdated);
  expect(await client.request("textDocument/hover", params)).toBe(null);
});
