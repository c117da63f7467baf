import { serve, type ServerType } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { StartProblem } from "../start-problem.js";
import { portInUse } from "../start/explain.js";

type Handler = (request: Request) => Response | Promise<Response>;

/** A server whose handler is set later, because the handler depends on the URL. */
interface Listening {
  readonly url: string;
  readonly setHandler: (handler: Handler) => void;
  readonly close: () => void;
}

/** Listens for requests to the console, on this machine only. Port 0 selects any free port. */
export async function listen(port: number): Promise<Listening> {
  let handler: Handler = () => new Response("The demo is starting. Reload the page in a moment.", { status: 503 });
  const server = await new Promise<ServerType>((done, fail) => {
    const options = { fetch: (request: Request) => handler(request), port, hostname: "127.0.0.1" };
    const starting = serve(options, () => done(starting));
    starting.once("error", () => fail(new StartProblem(portInUse(port, "ADMIN_PORT"))));
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    setHandler(next) {
      handler = next;
    },
    close: () => server.close(),
  };
}
