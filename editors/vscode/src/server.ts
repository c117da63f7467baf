import { runServer } from "../../../src/language-server/protocol/run-server.js";

runServer({ kind: "ipc" });
