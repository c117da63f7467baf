import { createServer, type Server } from "node:http";
import type { Stored } from "./stored.js";
export function bareServer(_: Stored): Server {
  return createServer();
}
