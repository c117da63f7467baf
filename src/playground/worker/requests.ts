import type { Session } from "../../language-server/protocol/session.js";
import type { Snapshot } from "../../language-server/features/project.js";
import { normalizeUri } from "../../language-server/protocol/uris.js";
import type { PlaygroundRequests } from "../messages.js";
import { unlessErrors } from "./unless-errors.js";

/** Handles the requests of the page. The modules for a tab are loaded when the tab is first shown. */
export function registerRequests(session: Session): void {
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
  register("playground/compile", async ({ code }) => (await import("./common-js.js")).compileProgram(code));
}

/** Returns the value. Throws if it is undefined, because the page sends requests only about open files. */
function found<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("The file is not open.");
  }
  return value;
}
