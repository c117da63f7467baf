import { compile } from "../../../src/compiler/compile.js";
import { createContext, type Context } from "../../../src/generator/facts/context.js";
import { findChanges } from "../../../src/generator/facts/changes.js";
import { isPoll, findPoll } from "../../../src/generator/facts/jobs.js";
import { uploadSessions } from "../../../src/generator/facts/upload-sessions.js";
import { findPaging } from "../../../src/generator/facts/paging.js";
import type { Api, Route } from "../../../src/ir/api.js";

/** The API of a short specification, one text for each file. */
export function apiOf(...texts: string[]): Api {
  const { api, diagnostics } = compile(texts.map((text, index) => ({ path: `spec${index}.stone`, text })));
  if (api === undefined) {
    throw new Error(diagnostics.map(({ line, message }) => `line ${line}: ${message}`).join("\n"));
  }
  return api;
}

/** The routes that give pages, each as `route → next route (what is repeated) list`. */
export function pagedRoutes(api: Api): string[] {
  const context = contextIn(api);
  return api.namespaces.flatMap((namespace) =>
    namespace.routes.flatMap((route) => {
      const paging = findPaging(route, namespace, context);
      const next = paging?.next === route ? "itself" : paging && named(paging.next);
      return paging === undefined
        ? []
        : [`${namespace.name}/${named(route)} → ${next} (${paging.carried.join(" ")}) ${paging.list?.name ?? "–"}`];
    }),
  );
}

/** The lists whose changes can be waited for, each as `route: route that waits (seconds), route with the cursor of now`. */
export function changingLists(api: Api): string[] {
  const context = contextIn(api);
  return api.namespaces.flatMap((namespace) =>
    namespace.routes.flatMap((route) => {
      const found = findChanges(route, namespace, context);
      const latest = found?.latest === undefined ? "–" : named(found.latest);
      return found === undefined
        ? []
        : [`${namespace.name}/${named(route)}: ${named(found.poll)} (${found.pollSeconds ?? "–"}), ${latest}`];
    }),
  );
}

/** The routes that launch jobs, each as `route → route to poll`; and those to poll, alone. */
export function jobRoutes(api: Api): string[] {
  const context = contextIn(api);
  return api.namespaces.flatMap((namespace) =>
    namespace.routes.flatMap((route) => {
      const poll = findPoll(route, namespace, context);
      const name = `${namespace.name}/${named(route)}`;
      return poll === undefined
        ? isPoll(route, context)
          ? [name]
          : []
        : [`${name} → ${poll.namespace.name === namespace.name ? "" : `${poll.namespace.name}/`}${named(poll.route)}`];
    }),
  );
}

/** The upload sessions of an API, each as `name: start → append (cursor) → finish (cursor), id, offset, what else`. */
export function sessions(api: Api): string[] {
  const context = contextIn(api);
  return api.namespaces.flatMap((namespace) =>
    uploadSessions(namespace, context).map((session) => {
      const { start, append, finish, concurrency } = session;
      const order = concurrency && `${concurrency.typeField}=${concurrency.tag} ${concurrency.closeField}`;
      const routes = [
        named(start),
        `${named(append)} (${session.appendCursor ?? "itself"})`,
        `${named(finish)} (${session.finishCursor})`,
      ].join(" → ");
      const fields = [session.id, session.offset, session.correctOffset ?? "–", order ?? "in order"].join(", ");
      return `${namespace.name} ${session.name}: ${routes}; ${fields}`;
    }),
  );
}

function named({ name, version }: Route): string {
  return version === 1 ? name : `${name}:${version}`;
}

function contextIn(api: Api): Context {
  return createContext(api, { name: "example-api", version: "1.0.0", binding: {} });
}
