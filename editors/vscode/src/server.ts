import { runServer } from "../../../src/cli/lsp/server.js";

runServer({ kind: "ipc" });
