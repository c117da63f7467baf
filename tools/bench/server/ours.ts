import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { importModule } from "../codecs/task.js";
import { content, type Task } from "./scenarios.js";

type Handle = (...given: unknown[]) => Promise<unknown>;

interface ServerModule {
  readonly createHandler: (options: Readonly<Record<string, unknown>>) => unknown;
  readonly routeError: (route: unknown, error: unknown) => Error;
}

interface NodeModule {
  readonly toNodeListener: (handler: unknown) => RequestListener;
}

/** Returns the generated server, with a handler that returns a prepared result. */
export async function ours(task: Task): Promise<Server> {
  const { scenario, api } = task;
  const [namespace = "", ...words] = scenario.route.split("/");
  const method = words.join("_").replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const server = await importModule<ServerModule>(join(api, "dist/server/index.js"));
  const { toNodeListener } = await importModule<NodeModule>(join(api, "dist/server/node.js"));
  const routes = await importModule<Readonly<Record<string, unknown>>>(join(api, "dist", namespace, "routes.js"));
  const handler = server.createHandler({
    authenticate: ({ token }: { readonly token: string | undefined }) => token,
    [namespace]: { [method]: handle(task, (error) => server.routeError(routes[method], error)) },
  });
  return createServer(toNodeListener(handler));
}

function handle({ scenario: { style, status, answer } }: Task, routeError: (error: unknown) => Error): Handle {
  const bytes = content();
  switch (style) {
    case "upload":
      return async (_arg, stream) => {
        await countBytes(stream as ReadableStream<Uint8Array>);
        return answer;
      };
    case "download":
      return () => Promise.resolve({ result: answer, content: bytes });
    default:
      return status === 409 ? () => Promise.reject(routeError(answer)) : () => Promise.resolve(answer);
  }
}

async function countBytes(stream: ReadableStream<Uint8Array>): Promise<number> {
  const reader = stream.getReader();
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength;
  }
  return length;
}
