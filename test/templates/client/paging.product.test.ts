import { describe, expect, expectTypeOf, test, vi } from "vitest";
import type { ClientCore } from "../../../templates/runtime/client/core.js";
import type { CallOptions } from "../../../templates/runtime/client/options.js";
import { call, isRouteError } from "../../../templates/runtime/client/call.js";
import { ProtocolError } from "../../../templates/runtime/client/errors.js";
import { callList, callPaged, type ListCall } from "../../../templates/runtime/client/paging.js";
import { plainRoute, service, unhandledRejections, type Answer, type Received } from "./scripted-service.js";

interface Page {
  readonly names: string[];
  readonly cursor?: string | undefined;
  readonly has_more?: boolean | undefined;
}

interface Reset {
  readonly ".tag": "reset";
}

const list = plainRoute<{ readonly folder: string }, Page, undefined>("files/list");
const listContinue = plainRoute<{ readonly cursor: string }, Page, Reset>("files/list/continue");

function listed(core: ClientCore, options?: CallOptions): ListCall<Page, undefined, string> {
  return callList(core, list, { folder: "/a" }, options, {
    next: (cursor) => call(core, listContinue, { cursor }, options),
    items: (page) => page.names,
  });
}

/** A service with these pages, the first one for the list and each other one for the cursor before it. */
function pages(...all: readonly Page[]): (received: Received) => Answer {
  let at = 0;
  return () => ({ result: all[at++] });
}

const threePages = [
  { names: ["a", "b"], cursor: "1", has_more: true },
  { names: [], cursor: "2", has_more: true },
  { names: ["c"], cursor: "3", has_more: false },
];

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

describe("a list", () => {
  test("a list gives the items of all pages, an empty one between them too", async () => {
    const { core, received } = await service(pages(...threePages));
    const items = await all(listed(core).items());
    expect(items).toEqual(["a", "b", "c"]);
    expectTypeOf(items).toEqualTypeOf<string[]>();
    expect(received.map(({ path, arg }) => [path, arg])).toEqual([
      ["files/list", { folder: "/a" }],
      ["files/list/continue", { cursor: "1" }],
      ["files/list/continue", { cursor: "2" }],
    ]);
  });

  test("a list gives its pages, the last with the cursor from which it can be followed later", async () => {
    const { core } = await service(pages(...threePages));
    expect(await all(listed(core).pages())).toEqual(threePages);
  });

  test("a list is still a call: its result is the first page, for which no second request is made", async () => {
    const { core, received } = await service(pages(...threePages));
    const running = listed(core);
    expect(await running).toEqual(threePages[0]);
    expect((await running.withResponse()).status).toBe(200);
    expect(await all(running.items())).toEqual(["a", "b", "c"]);
    expect(received).toHaveLength(3);
  });

  test("a list can be gone through more than once, each time by requests of its own", async () => {
    const { core, received } = await service(({ path }) => {
      return { result: path === "files/list" ? threePages[0] : { names: ["z"], cursor: "9", has_more: false } };
    });
    const running = listed(core);
    const [first, second] = await Promise.all([all(running.items()), all(running.items())]);
    expect(first).toEqual(["a", "b", "z"]);
    expect(second).toEqual(first);
    expect(received.filter(({ path }) => path === "files/list")).toHaveLength(1);
  });

  test.each([
    ["a page says so, though it has a cursor", { names: ["a"], cursor: "1", has_more: false }],
    ["a page says so, and has no cursor", { names: ["a"], has_more: false }],
    ["a page has no cursor, where pages do not say so", { names: ["a"] }],
    ["a page has an empty cursor, which is none (Q-27)", { names: ["a"], cursor: "" }],
  ])("a list ends when %s", async (_, page) => {
    const { core, received } = await service(pages(page));
    expect(await all(listed(core).items())).toEqual(["a"]);
    expect(received).toHaveLength(1);
  });

  test("a list continues at a cursor where pages do not say whether there are more", async () => {
    const { core } = await service(pages({ names: ["a"], cursor: "1" }, { names: ["b"] }));
    expect(await all(listed(core).items())).toEqual(["a", "b"]);
  });

  test("a list of which there are several in a page gives pages only", async () => {
    const { core } = await service(pages(...threePages));
    const running = callPaged(core, list, { folder: "/a" }, undefined, {
      next: (cursor) => call(core, listContinue, { cursor }),
    });
    expect(await all(running.pages())).toEqual(threePages);
    expect(running).not.toHaveProperty("items");
  });
});

describe("a list that is left early", () => {
  test("a list that is left early sends nothing more", async () => {
    const { core, received } = await service(pages(...threePages));
    for await (const item of listed(core).items()) {
      expect(item).toBe("a");
      break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(1);
  });

  test("a list that is left early requests a page only when the one before it is used up", async () => {
    const { core, received } = await service(pages({ names: ["a"], cursor: "1" }, { names: ["b"] }));
    const items = listed(core).items();
    await items.next();
    expect(received).toHaveLength(1);
    expect(await items.next()).toEqual({ done: false, value: "b" });
    expect(received).toHaveLength(2);
  });
});

describe("the options of the call", () => {
  test("the options of the call of a list are those of all pages", async () => {
    const { core, received } = await service(pages(...threePages));
    await all(listed(core, { headers: { "X-Trace": "t" } }).items());
    expect(received.map(({ headers }) => headers["x-trace"])).toEqual(["t", "t", "t"]);
  });

  test("the options of the call of a list have a signal that ends it between and during pages", async () => {
    for (const answers of [pages(...threePages), ({ path }: Received) => answerOnce(path)]) {
      const { core } = await service(answers);
      const controller = new AbortController();
      const reason = new Error("enough");
      const paging = listed(core, { signal: controller.signal }).pages();
      await paging.next();
      const next = paging.next();
      controller.abort(reason);
      await expect(next).rejects.toBe(reason);
    }
  });

  function answerOnce(path: string): Answer {
    return path === "files/list" ? { result: threePages[0] } : undefined;
  }
});

describe("a failure", () => {
  test("a failure of a list's continuation, such as a cursor that was reset, is its own route error (B-138)", async () => {
    const { core } = await service(({ path }) => {
      return path === "files/list" ? { result: threePages[0] } : { error: { ".tag": "reset" } };
    });
    const found: string[] = [];
    const thrown = await (async () => {
      for await (const item of listed(core).items()) {
        found.push(item);
      }
    })().catch((reason: unknown) => reason);
    expect(found).toEqual(["a", "b"]);
    expect(isRouteError(thrown, listContinue) && thrown.is("reset")).toBe(true);
  });

  test("a failure of a list's call itself is that of its iterators", async () => {
    const { core } = await service(() => ({ error: { ".tag": "not_found" } }));
    const thrown = await all(listed(core).items()).catch((reason: unknown) => reason);
    expect(isRouteError(thrown, list)).toBe(true);
  });

  test("a failure of a list is not unhandled before it is iterated, for example while another list is read", async () => {
    const { core, received } = await service(() => ({ error: { ".tag": "not_found" } }));
    const unhandled = await unhandledRejections(async () => {
      const running = listed(core);
      await vi.waitUntil(() => received.length === 1, { timeout: 500_000 });
      await listed(core).outcome(); // a second round trip, after which the first call has failed
      await expect(running.items().next()).rejects.toThrow("not_found");
    });
    expect(unhandled).toEqual([]);
  });

  test.each([
    ["does not say where", [{ names: ["a"], has_more: true }], 1],
    ["says: with an empty cursor", [{ names: ["a"], cursor: "", has_more: true }], 1],
    [
      "says: where it begins itself",
      [
        { names: ["a"], cursor: "1", has_more: true },
        { names: ["b"], cursor: "1", has_more: true },
      ],
      2,
    ],
  ])("a page that says there are more, but %s, is a failure of the list", async (_, given, requests) => {
    const { core, received } = await service(pages(...given));
    const items = listed(core).items();
    for (const { names } of given) {
      expect(await items.next()).toEqual({ done: false, value: names[0] }); // what did come is not lost
    }
    const thrown = await items.next().catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ProtocolError);
    expect(thrown).toMatchObject({ route: "files/list", status: 200 });
    expect(received).toHaveLength(requests);
  });
});
