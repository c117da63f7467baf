import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { content, type Task } from "./scenarios.js";

/** Returns a handwritten server on `node:http`, without checks of credentials or types. */
export function bare(task: Task): Server {
  const path = task.wire.prefix + task.scenario.route;
  const listener = routeListener(task);
  return createServer((request, response) => {
    if (request.url === path && request.method === "POST") {
      listener(request, response);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
}

function routeListener({ scenario, wire }: Task): RequestListener {
  const bytes = content();
  const { status, answer } = scenario;
  switch (scenario.style) {
    case "upload":
      return (request, response) => {
        let length = 0;
        JSON.parse(String(request.headers[wire.headers.arg.toLowerCase()]));
        request.on("data", (chunk: Buffer) => (length += chunk.byteLength));
        request.on("end", () => sendJson(response, length === bytes.byteLength ? status : 400, answer));
      };
    case "download":
      return (request, response) => {
        request.resume();
        JSON.parse(String(request.headers[wire.headers.arg.toLowerCase()]));
        response.setHeader("Content-Type", "application/octet-stream");
        response.setHeader("Content-Length", bytes.byteLength);
        response.setHeader(wire.headers.result, JSON.stringify(answer));
        response.end(bytes);
      };
    default:
      return (request, response) => {
        readJson(request, (isJson) => {
          if (isJson) {
            sendJson(response, status, status === 409 ? { error_summary: "path/not_found/.", error: answer } : answer);
          } else {
            response.statusCode = 400;
            response.setHeader("Content-Type", "text/plain; charset=utf-8");
            response.end("The body is not JSON");
          }
        });
      };
  }
}

function readJson(request: IncomingMessage, done: (isJson: boolean) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    try {
      const text = Buffer.concat(chunks).toString();
      latest = text === "" ? null : JSON.parse(text);
    } catch {
      return done(false);
    }
    done(true);
  });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(value ?? null));
}

/**
 * The last argument, exported so that the engine cannot eliminate the read.
 *
 * @public
 */
export let latest: unknown;
