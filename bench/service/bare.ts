import { writeSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { identifyCaller } from "./bare/caller.js";
import { copy, type CopyArg } from "./bare/copy.js";
import { createPool, queryOn } from "./bare/database.js";
import { download } from "./bare/download.js";
import { membersList } from "./bare/members-list.js";
import { upload } from "./bare/upload.js";
import type { Stored } from "./stored.js";

const [argHeader, resultHeader] = ["service-api-arg", "service-api-result"];

/**
 * Returns a handwritten server on `node:http` and `pg`, with the statements of the service, the same durability of
 * writes, and a log line for each call, but without validation and permissions, and with homes that only contain files.
 */
export function bareServer({ databaseUrl, folder }: Stored): Server {
  const pool = createPool(databaseUrl);
  const contents = join(folder, "contents");

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const caller = await identifyCaller(queryOn(pool), request);
    switch (request.url) {
      case "/2/team/members/list":
        return sendJson(
          response,
          await membersList(queryOn(pool), caller, (await readBody(request)) as { limit: number }),
        );
      case "/2/files/copy":
        return sendJson(response, await copy(pool, caller, (await readBody(request)) as CopyArg));
      case "/2/files/upload":
        return sendJson(response, await upload(pool, contents, caller, readArg(request).path, request));
      case "/2/files/download":
        request.resume();
        return download(pool, contents, caller, readArg(request).path, response, resultHeader);
      default:
        throw new Error(`there is nothing at ${String(request.url)}`);
    }
  }

  return createServer((request, response) => {
    const started = performance.now();
    answer(request, response)
      .catch((thrown: unknown) => {
        console.error(thrown);
        response.statusCode = 500;
        response.end();
      })
      .finally(() => logCall(request, response.statusCode, performance.now() - started));
  });
}

/** Writes a line to the standard output, synchronously like the service: buffered lines are lost when the process is killed. */
function logCall({ url, method }: IncomingMessage, status: number, milliseconds: number): void {
  const line = { level: 30, time: Date.now(), pid: process.pid, route: url, method, status, milliseconds, msg: "call" };
  writeSync(1, `${JSON.stringify(line)}\n`);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(Buffer.concat((await request.toArray()) as Buffer[]).toString());
}

function readArg({ headers }: IncomingMessage): { readonly path: string } {
  return JSON.parse(String(headers[argHeader])) as { readonly path: string };
}

function sendJson(response: ServerResponse, value: object): void {
  const text = Buffer.from(JSON.stringify(value));
  response.setHeader("Content-Type", "application/json");
  response.setHeader("Content-Length", text.byteLength);
  response.end(text);
}
