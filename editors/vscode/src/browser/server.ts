import { startServer } from "../../../../src/language-server/protocol/browser/start-server.js";

/* The language server in a worker. */

startServer();
