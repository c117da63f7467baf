import type { ByteSource } from "../../runtime/server/content.js";
import { toResponse } from "../../runtime/server/fetch-handler.js";
import type { ServerRequest } from "../../runtime/server/request.js";
import { Twin } from "../../runtime/twin/twin.js";
import type { PreparedRequest } from "./call.js";
import { Journal } from "./journal.js";
import type { LoadedNamespace } from "./namespaces.js";

/** The Twin of a namespace, which runs in the page. Its state lasts as long as the browser tab. */
export class PageTwin {
  /** Route to the paths of its errors. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly #twin: Twin;
  readonly #journal: Journal;
  #restored: Promise<void> | undefined;

  constructor({ binding, served, twin: data }: LoadedNamespace, script: string) {
    const errors = Object.entries(data.errors).map(([type, values]) => [type, Object.keys(values)] as const);
    const named = Object.entries(data.routes).flatMap(([key, { error }]) =>
      error === undefined ? [] : [[key, error]],
    );
    const paths = {
      routes: Object.fromEntries(named) as Record<string, string>,
      jobs: {},
      paths: Object.fromEntries(errors),
    };
    this.paths = new Map(Object.entries(paths.routes).map(([key, type]) => [key, paths.paths[type] ?? []]));
    this.#twin = new Twin({
      binding,
      types: {}, // only models need types
      callers: [], // the generated code contains only the fields that the site shows
      paths,
      namespaces: [{ routes: served, load: () => data }],
      loadModelData: () => Promise.reject(new Error("This Twin has no model")),
    });
    this.#journal = new Journal(script);
  }

  /** Responds to a request. Before the first one, repeats the earlier requests of the tab. */
  async answer(request: PreparedRequest): Promise<Response> {
    this.#restored ??= this.#restore();
    await this.#restored;
    this.#journal.add(request);
    return this.#reply(request);
  }

  /** Forgets all earlier calls. */
  reset(): void {
    this.#journal.clear();
    this.#twin.reset();
  }

  /** Repeats the calls of previous pages, which restores the state, because the Twin is deterministic. */
  async #restore(): Promise<void> {
    for (const request of this.#journal.requests()) {
      await this.#reply(request);
    }
  }

  async #reply(request: PreparedRequest): Promise<Response> {
    return toResponse(await this.#twin.core(serverRequest(request)));
  }
}

/** Converts a request to the form that servers accept. (Not every browser can read the body of a `Request` that it created.) */
function serverRequest({ url, method, headers, body }: PreparedRequest): ServerRequest {
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method,
    url,
    header: (name) => values.get(name),
    text: async () => (typeof body === "string" ? body : ((await body?.text()) ?? "")),
    content: () => contentSource(new Blob(body === undefined ? [] : [body])),
    onGone: () => undefined,
  };
}

function contentSource(content: Blob): ByteSource {
  let isRead = false;
  return {
    next: async () => {
      const wasRead = isRead;
      isRead = true;
      return wasRead || content.size === 0 ? undefined : new Uint8Array(await content.arrayBuffer());
    },
    cancel: () => Promise.resolve(),
  };
}
