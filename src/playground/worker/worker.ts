import { startServer } from "../../language-server/protocol/browser/start-server.js";
import { registerRequests } from "./requests.js";

/* The worker of the playground: runs the language server, and computes the content of the tabs. */

startServer(registerRequests);
