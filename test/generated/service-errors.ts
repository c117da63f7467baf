import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compilerErrors } from "../support/compiler-errors.js";
import { packageFolder } from "../support/packages.js";

/** What somebody writes who serves the API of spec; each line marked as an error must be one. */
export const service = `
import { createHandler, routeError, unimplemented, type Handler } from "../spec/dist/server/index.js";
import { copy } from "../spec/dist/files/index.js";

type Someone = { kind: "user"; account: string } | { kind: "team"; team: string };

export const handler: Handler = createHandler({
  authenticate: async ({ token }): Promise<Someone | undefined> =>
    token === undefined ? undefined : { kind: "user", account: token },
  permissions: (caller) => [caller.kind],
  ...unimplemented,
  files: {
    ...unimplemented.files,
    async copy(arg, caller, request) {
      request.signal.throwIfAborted();
      if (arg.from_path === caller.account) {
        throw routeError(copy, { ".tag": "from_lookup", from_lookup: "not_found" });
      }
      // @ts-expect-error a team does not come here
      caller.team;
      // @ts-expect-error the error is that of the route
      throw routeError(copy, "nothing_like_that");
    },
    async listFolderLongpoll(_arg, caller) {
      // @ts-expect-error nobody needs to say who calls
      return { changes: caller.kind === "user" };
    },
    // @ts-expect-error this is no metadata
    async upload(arg, content, caller) {
      await content.cancel(arg.path + caller.account);
      return { name: 1 };
    },
    download: (_arg, caller) => Promise.reject(new Error(caller.account)),
  },
  team: { ...unimplemented.team, getInfo: (caller) => Promise.reject(new Error(caller.team)) },
  auth: {
    ...unimplemented.auth,
    async tokenRevoke(caller) {
      caller.kind;
    },
  },
});

// A context without kinds is the same for all routes.
createHandler({
  authenticate: () => ({ name: "x" }),
  ...unimplemented,
  files: { ...unimplemented.files, copyBatch: (_arg, caller) => Promise.reject(new Error(caller.name)) },
});

// @ts-expect-error the handlers of team are missing
createHandler({ authenticate: () => ({ name: "x" }), auth: unimplemented.auth, files: unimplemented.files });

// @ts-expect-error one handler is missing
createHandler({ authenticate: () => "x", ...unimplemented, auth: {} });
`;

/** Returns the errors of TypeScript 7 in that service; empty if there are none. */
export async function serviceErrors(): Promise<string> {
  const folder = join(await packageFolder("spec"), "..", "server-types");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "service.mts"), service);
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom"],
    module: "nodenext",
    types: [],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
  };
  return compilerErrors("typescript-newest", folder, { compilerOptions, files: ["service.mts"] });
}
