import { startServer } from "../../../../src/cli/lsp/browser/start-server.js";

/* The language server in a worker. */

startServer();
