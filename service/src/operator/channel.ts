import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { randomText } from "../database/ids.js";
import { UsageError } from "./usage.js";

/*
 * Only one process can use an embedded database, so commands are sent to the service that runs on it. The service listens for
 * commands on this machine only. The port and a key are in the data folder: anyone who can read them can also read the database.
 */

interface Address {
  readonly url: string;
  readonly key: string;
}

/** The maximum length of a command, in characters. */
const maxCommandLength = 65_536;

/** How long to wait for a service, which may be busy, to return its URL, in milliseconds. */
const urlTimeout = 1_000;

function addressFile(folder: string): string {
  return join(folder, "operator.json");
}

/** Listens for commands to the service at `serviceUrl`, which uses a data folder. Returns a function that stops listening. */
export async function openChannel(
  folder: string,
  serviceUrl: string,
  run: (args: readonly string[]) => AsyncGenerator<string, void>,
): Promise<() => Promise<void>> {
  const key = randomText(43);
  const server = createServer((request, response) => {
    void answer(request, response, key, serviceUrl, run);
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(0, "127.0.0.1", done);
  });
  server.unref();
  const address: Address = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key };
  await rm(addressFile(folder), { force: true }); // because the mode below applies only to new files
  await writeFile(addressFile(folder), JSON.stringify(address), { mode: 0o600 });
  return async () => {
    server.close();
    server.closeAllConnections();
    await rm(addressFile(folder), { force: true });
  };
}

/**
 * Sends a command to the service that uses a data folder. Resolves to the text to print; undefined if no service is running.
 * Rejects with a {@link UsageError} that contains the service's message if the command cannot be run.
 */
export async function sendCommand(folder: string, args: readonly string[]): Promise<AsyncIterable<string> | undefined> {
  const address = await readAddress(folder);
  if (address === undefined) {
    return undefined;
  }
  const headers = { Authorization: `Bearer ${address.key}`, "Content-Type": "application/json" };
  const answer = await usableResponse(fetch(address.url, { method: "POST", headers, body: JSON.stringify(args) }));
  if (answer?.status === 400) {
    throw new UsageError(await answer.text());
  }
  return answer?.body?.pipeThrough(new TextDecoderStream());
}

/**
 * Returns the URL of the service that uses a data folder; undefined if no service is running, or if it does not respond in
 * time.
 */
export async function findRunningService(folder: string): Promise<string | undefined> {
  const address = await readAddress(folder);
  if (address === undefined) {
    return undefined;
  }
  const headers = { Authorization: `Bearer ${address.key}` };
  const answer = await usableResponse(fetch(address.url, { headers, signal: AbortSignal.timeout(urlTimeout) }));
  return answer?.text();
}

/**
 * Returns the response; undefined if there is none in time, or if its status is neither 200 nor 400. A service that was killed
 * leaves its file behind: then either no process responds, or another one rejects the key.
 */
async function usableResponse(request: Promise<Response>): Promise<Response | undefined> {
  const response = await request.catch(() => undefined);
  return response?.status === 200 || response?.status === 400 ? response : undefined;
}

async function readAddress(folder: string): Promise<Address | undefined> {
  try {
    return JSON.parse(await readFile(addressFile(folder), "utf8")) as Address;
  } catch {
    return undefined;
  }
}

/**
 * Runs a command. Responds with the text to print, chunk by chunk, or with status 400 and the message if the command fails
 * before it has printed anything.
 */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  serviceUrl: string,
  run: (args: readonly string[]) => AsyncGenerator<string, void>,
): Promise<void> {
  if (request.headers.authorization !== `Bearer ${key}`) {
    response.writeHead(401).end("The key is wrong.");
    return;
  }
  if (request.method === "GET") {
    response.end(serviceUrl);
    return;
  }
  try {
    const chunks = run(await readArguments(request));
    const first = await chunks.next(); // awaited here, so that an error can still set the status
    const all = async function* (): AsyncGenerator<string> {
      yield first.value ?? "";
      yield* chunks;
    };
    await pipeline(all, response);
  } catch (thrown) {
    if (response.headersSent) {
      response.destroy(); // so that the client notices that the text is incomplete
    } else {
      response.writeHead(400).end(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
}

async function readArguments(request: IncomingMessage): Promise<string[]> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
    if (text.length > maxCommandLength) {
      throw new UsageError("The command is too long.");
    }
  }
  return JSON.parse(text) as string[];
}
