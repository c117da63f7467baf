import { runServer } from "../../../src/cli/lsp/run-server.js";

runServer({ kind: "ipc" });
