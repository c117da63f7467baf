import { createRequire } from "node:module";
import { join } from "node:path";
import { importModule } from "../codecs/task.js";
import type { Task } from "../server/scenario.js";
import { tracingOf, tracings } from "../tracing/around.js";

type Call = () => Promise<unknown>;

type Methods = Readonly<Record<string, (arg: unknown) => Promise<unknown>>>;

interface ClientModule {
  readonly createClient: (options: object) => Readonly<Record<string, Methods>>;
}

interface SdkModule {
  readonly Dropbox: new (options: object) => Methods;
}

/** Returns a call of the task's route by one of the contenders. All use the platform's `fetch`. */
export async function createCall(name: string, task: Task, host: string): Promise<Call> {
  const { scenario, wire, api } = task;
  const [namespace = "", ...words] = scenario.route.split(/[/_]/);
  const method = words.map((word, index) => (index === 0 ? word : capitalize(word))).join("");
  const arg: unknown = JSON.parse(scenario.arg);
  switch (name) {
    case "ours":
    case tracings[0]:
    case tracings[1]:
    case tracings[2]: {
      const { createClient } = await importModule<ClientModule>(join(api, "dist/index.js"));
      const around = await tracingOf(name, api);
      const methods = createClient({ hosts: host, accessToken: "some-token", around })[namespace];
      return () => callOrThrow(methods?.[method]?.(arg));
    }
    case "fetch":
      return () => plainCall(host + wire.prefix + scenario.route, arg);
    case "dropbox": {
      const { Dropbox } = createRequire(import.meta.url)("dropbox") as SdkModule;
      const toHost = (url: string, init: RequestInit): Promise<Response> => fetch(host + new URL(url).pathname, init);
      const sdk = new Dropbox({ accessToken: "some-token", fetch: toHost });
      return () => callOrThrow(sdk[namespace + capitalize(method)]?.(arg));
    }
    default:
      throw new Error(`there is no client '${name}'`);
  }
}

/** Returns a handwritten call that only checks the status. */
async function plainCall(url: string, arg: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: "Bearer some-token", "Content-Type": "application/json" },
    body: JSON.stringify(arg),
  });
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  return response.json();
}

function callOrThrow(result: Promise<unknown> | undefined): Promise<unknown> {
  return result ?? Promise.reject(new Error("the client has no such method"));
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
