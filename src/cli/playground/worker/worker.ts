import { startServer } from "../../lsp/browser/start-server.js";
import { registerRequests } from "./requests.js";

/* The worker of the playground: the language server, and what the tabs of the page show. */

startServer(registerRequests);
