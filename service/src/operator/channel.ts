import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { randomText } from "../database/ids.js";
import { UsageError } from "./usage.js";

/*
 * An embedded database belongs to one process, so commands must reach the service that runs on it. It listens for them
 * on this machine only; the port and a key are in the data folder: a user who can read it can read the database as well.
 */

interface Address {
  readonly url: string;
  readonly key: string;
}

/** The response to a command. */
interface Answer {
  readonly isDone: boolean;
  readonly text: string;
}

/** The longest command, in bytes. */
const longest = 65_536;

/** How long to wait for a service to say its URL, in milliseconds: it may be busy. */
const urlTimeout = 1_000;

function addressFile(folder: string): string {
  return join(folder, "operator.json");
}

/** Listens for commands to the service at a URL that uses a data folder. Returns the function that stops it. */
export async function openChannel(
  folder: string,
  serviceUrl: string,
  run: (args: readonly string[]) => Promise<string>,
): Promise<() => Promise<void>> {
  const key = randomText(43);
  const server = createServer((request, response) => {
    void answer(request, key, serviceUrl, run).then(({ status, body }) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(0, "127.0.0.1", done);
  });
  server.unref();
  const address: Address = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key };
  await rm(addressFile(folder), { force: true }); // the mode applies to new files only
  await writeFile(addressFile(folder), JSON.stringify(address), { mode: 0o600 });
  return async () => {
    server.close();
    server.closeAllConnections();
    await rm(addressFile(folder), { force: true });
  };
}

/**
 * Sends a command to the service that uses a data folder. Undefined if none is running. Throws a {@link UsageError} with the
 * message of the service if the command is not possible.
 */
export async function sendCommand(folder: string, args: readonly string[]): Promise<string | undefined> {
  const address = await readAddress(folder);
  if (address === undefined) {
    return undefined;
  }
  const headers = { Authorization: `Bearer ${address.key}`, "Content-Type": "application/json" };
  const answer = await readAnswer(fetch(address.url, { method: "POST", headers, body: JSON.stringify(args) }));
  if (answer?.isDone === false) {
    throw new UsageError(answer.text);
  }
  return answer?.text;
}

/** The URL of the service that uses a data folder. Undefined if none is running, or if it does not answer in time. */
export async function findRunningService(folder: string): Promise<string | undefined> {
  const address = await readAddress(folder);
  if (address === undefined) {
    return undefined;
  }
  const headers = { Authorization: `Bearer ${address.key}` };
  const answer = await readAnswer(fetch(address.url, { headers, signal: AbortSignal.timeout(urlTimeout) }));
  return answer?.text;
}

/** Undefined if the service was killed and has left its file: then nobody answers, or a stranger refuses the key. */
async function readAnswer(request: Promise<Response>): Promise<Answer | undefined> {
  const response = await request.catch(() => undefined);
  return response?.ok === true ? ((await response.json()) as Answer) : undefined;
}

async function readAddress(folder: string): Promise<Address | undefined> {
  try {
    return JSON.parse(await readFile(addressFile(folder), "utf8")) as Address;
  } catch {
    return undefined;
  }
}

async function answer(
  request: IncomingMessage,
  key: string,
  serviceUrl: string,
  run: (args: readonly string[]) => Promise<string>,
): Promise<{ readonly status: number; readonly body: Answer }> {
  if (request.headers.authorization !== `Bearer ${key}`) {
    return { status: 401, body: { isDone: false, text: "The key is wrong." } };
  }
  if (request.method === "GET") {
    return { status: 200, body: { isDone: true, text: serviceUrl } };
  }
  try {
    return { status: 200, body: { isDone: true, text: await run(await readArguments(request)) } };
  } catch (thrown) {
    return { status: 200, body: { isDone: false, text: thrown instanceof Error ? thrown.message : String(thrown) } };
  }
}

async function readArguments(request: IncomingMessage): Promise<string[]> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
    if (text.length > longest) {
      throw new UsageError("The command is too long.");
    }
  }
  return JSON.parse(text) as string[];
}
