import type { Api } from "../../ir/api.js";
import type { Snapshot } from "../../language-server/features/project.js";
import { startServer } from "../../language-server/protocol/browser/start-server.js";
import { normalizeUri } from "../../language-server/protocol/locations.js";
import type { Session } from "../../language-server/protocol/session.js";
import { checkApiForPackage } from "../../project/check-api.js";
import type { PlaygroundRequests, Shown } from "../messages.js";
import { packageOptions } from "./package-options.js";

/* The worker of the playground: runs the language server, and computes the content of the tabs. */

startServer(registerRequests);

/** Handles the requests of the page. The modules for a tab are loaded when the tab is first shown. */
function registerRequests(session: Session): void {
  const { connection } = session;
  const register = <Method extends keyof PlaygroundRequests>(
    method: Method,
    answer: (
      params: Parameters<PlaygroundRequests[Method]>[0],
    ) => ReturnType<PlaygroundRequests[Method]> | Promise<ReturnType<PlaygroundRequests[Method]>>,
  ): void => {
    connection.onRequest(method, session.requestHandler("all files", answer));
  };
  const placeOf = ({ textDocument, position }: Parameters<PlaygroundRequests["playground/code"]>[0]) =>
    found(session.placeOf(textDocument, position));
  const snapshotOf = ({ uri }: { readonly uri: string }): Snapshot =>
    found(session.workspace.snapshotOf(normalizeUri(uri)));

  register("playground/code", async (params) => {
    const { shownCode } = await import("./code.js");
    const place = placeOf(params);
    return unlessErrors(place.snapshot, (api) => shownCode(api, params.path, place));
  });
  register("playground/page", async (params) => {
    const { shownPage } = await import("./pages.js");
    const place = placeOf(params);
    return unlessErrors(place.snapshot, (api) => shownPage(api, params.path, place));
  });
  register("playground/changes", async ({ textDocument, since }) => {
    const { changesPage } = await import("./pages.js");
    return unlessErrors(snapshotOf(textDocument), (api) => changesPage(api, since));
  });
  register("playground/openapi", async ({ textDocument }) => {
    const { openApiText } = await import("./openapi.js");
    return unlessErrors(snapshotOf(textDocument), openApiText);
  });
  register("playground/package", async ({ textDocument }) => {
    const { runnablePackage } = await import("./runnable.js");
    return unlessErrors(snapshotOf(textDocument), runnablePackage);
  });
  register("playground/compile", async ({ code }) => (await import("./runnable.js")).compileProgram(code));
}

/** Returns the value. Throws if it is undefined, because the page sends requests only about open files. */
function found<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("The file is not open.");
  }
  return value;
}

/**
 * Returns the result of `compute` for the API of a snapshot; if there are errors, their number. `compute` receives the
 * same object until the API changes.
 */
function unlessErrors<Value>(
  snapshot: Snapshot,
  compute: (api: Api) => Value | Promise<Value>,
): Shown<Value> | Promise<Shown<Value>> {
  const { api, findings } = snapshot;
  const specs = [...snapshot.files.values()];
  const { diagnostics } = checkApiForPackage({ api, findings, specs }, specs, { binding: packageOptions.binding });
  const count = diagnostics.filter(({ severity }) => severity === "error").length;
  if (count > 0) {
    return { kind: "errors", count };
  }
  const value = compute(api);
  return value instanceof Promise
    ? value.then((settled) => ({ kind: "shown", value: settled }))
    : { kind: "shown", value };
}
