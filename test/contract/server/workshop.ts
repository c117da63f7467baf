import { createCursors } from "./cursors.js";
import { fileHandlers } from "./files.js";
import type { generateWorkshop } from "./generate.js";
import { stockHandlers } from "./stock.js";
import { teamHandlers } from "./team.js";
import type { Exports } from "../../support/packages.js";

/** The tokens of the two kinds of callers. */
export const tokens = { user: "user-token", team: "team-token" } as const;

export type Fetch = (request: Request) => Promise<Response>;

/** The handlers of the server, by namespace, and its other options. A mutation may replace any of them. */
export type Parts = Exports;

/** Makes servers that are right, each with a state of its own, on the generated package. */
export async function workshop(load: Awaited<ReturnType<typeof generateWorkshop>>): Promise<Workshop> {
  const server = await load("server");
  const [stock, files, team] = await Promise.all([load("stock"), load("files"), load("team")]);
  return {
    parts: () => {
      const cursors = createCursors(server);
      return {
        authenticate: ({ token }: { token?: string }) =>
          token === tokens.user ? { kind: "user" } : token === tokens.team ? { kind: "team" } : undefined,
        stock: promised(stockHandlers(stock, server, cursors)),
        files: promised(fileHandlers(files, server)),
        team: promised(teamHandlers(team, server, cursors)),
      };
    },
    serve: (parts) => server["createHandler"](parts) as Fetch,
  };
}

export interface Workshop {
  /** The parts of a new server. */
  readonly parts: () => Parts;
  readonly serve: (parts: Parts) => Fetch;
}

/** The handlers with their results as promises, and their errors as rejections. */
function promised(handlers: Exports): Exports {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (...args: unknown[]) => new Promise((resolve) => resolve(handler(...args))),
    ]),
  );
}
