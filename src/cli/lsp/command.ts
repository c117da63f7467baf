import type { CommandModule } from "yargs";

interface LspArguments {
  readonly "node-ipc": boolean;
  readonly socket: number | undefined;
}

/** `ashlar lsp`: runs the language server. */
export const lspCommand: CommandModule<object, LspArguments> = {
  command: "lsp",
  describe: "Run the language server for editors",
  builder: (yargs) =>
    yargs
      .option("stdio", { type: "boolean", default: true, describe: "Use standard input and output (the default)" })
      .option("node-ipc", { type: "boolean", default: false, describe: "Use the IPC channel of the parent process" })
      // The client library of Visual Studio Code passes this option. The server library watches this process, and exits
      // when it ends.
      .option("clientProcessId", { type: "number", hidden: true, requiresArg: true })
      .option("socket", { type: "number", default: undefined, requiresArg: true, describe: "Connect to a port" })
      .example("$0 lsp", "Serve an editor over standard input and output"),
  handler: async ({ "node-ipc": usesIpc, socket: port }) => {
    const { runServer } = await import("../../language-server/protocol/run-server.js");
    runServer(port !== undefined ? { kind: "socket", port } : { kind: usesIpc ? "ipc" : "stdio" });
  },
};
