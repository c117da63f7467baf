import { describe, expect, test } from "vitest";
import { findPoll } from "../../src/generator/facts/jobs.js";
import { findPaging } from "../../src/generator/facts/paging.js";
import type { Namespace } from "../../src/ir/api.js";
import { chosenValue } from "../../src/values/chosen-value.js";
import { clientMethods, type ClientMethod } from "../support/client-methods.js";
import { corpora } from "../support/corpus.js";
import { generatedPackage } from "../support/packages.js";
import { requestOf, routesOf, subject, type NamedRoute, type Subject } from "./twin-of.js";

/** A call of a list or of a launch, as generated clients make it. */
interface LongCall extends Promise<unknown> {
  items(): AsyncIterable<unknown>;
  waitFor(options: object): Promise<unknown>;
}

/** What a client calls the routes of a specification with, by the Twin. */
async function methodsOf(
  name: string,
  api: Subject,
  options: object,
): Promise<{ methods: Map<string, ClientMethod>; twin: ReturnType<Subject["createTwin"]> }> {
  const twin = api.createTwin(options);
  const { createClient } = await generatedPackage(name);
  const credentials = { accessToken: "t", appKey: "k", appSecret: "s" };
  const client = createClient({ hosts: "http://twin", fetch: twin.fetch, ...credentials }) as Record<string, unknown>;
  return { methods: await clientMethods(name, client), twin };
}

describe.each(["spec", ...corpora])("the Twin of %s", async (name) => {
  const api = await subject(name);
  const { lookup } = api.context;
  const namespaceOf = ({ namespace }: NamedRoute): Namespace => {
    const found = api.api.namespaces.find((one) => one.name === namespace);
    if (found === undefined) {
      throw new Error(`There is no namespace ${namespace}.`);
    }
    return found;
  };
  const lists = routesOf(api).filter((one) => findPaging(one.route, namespaceOf(one), api.context)?.list !== undefined);
  const launches = routesOf(api).filter((one) => findPoll(one.route, namespaceOf(one), api.context) !== undefined);

  test.each([7, 0, 10])("TWIN-16: lists of the Twin have %i items, each of them once", async (items) => {
    const { methods, twin } = await methodsOf(name, api, { items });
    for (const list of lists) {
      const paging = findPaging(list.route, namespaceOf(list), api.context);
      const { cursor: _, ...arg } = chosenValue(list.route.arg, lookup) as Record<string, unknown>;
      const isContinuation = paging?.next === list.route && _ !== undefined && !isOptionalCursor(list);
      const call = methods.get(list.key)?.(isContinuation ? { ...arg, cursor: _ } : arg) as LongCall;
      let count = 0;
      for await (const item of call.items()) {
        expect(item).toBeDefined();
        count += 1;
      }
      // The cursor of an example is that of a second page.
      expect([list.key, count]).toEqual([list.key, isContinuation ? Math.max(0, items - 3) : items]);
    }
    twin.verify();
  });

  function isOptionalCursor({ route }: NamedRoute): boolean {
    const struct = lookup.plainStruct(route.arg);
    const cursor = struct && lookup.allFields(struct.name).find(({ field }) => field.name === "cursor")?.field;
    return cursor !== undefined && lookup.isNullable(cursor.type);
  }

  test("TWIN-18: jobs of the Twin are done after some polls", async () => {
    const { methods, twin } = await methodsOf(name, api, { polls: 3 });
    for (const launch of launches) {
      const arg = chosenValue(launch.route.arg, lookup);
      const call = methods.get(launch.key)?.(...(arg === null ? [] : [arg])) as LongCall;
      const before = twin.calls().length;
      const status = (await call.waitFor({ intervalMs: 0 })) as { readonly ".tag": string };
      expect(status[".tag"]).not.toBe("in_progress");
      expect([launch.key, twin.calls().length - before]).toEqual([launch.key, 4 + 1]);
    }
  });

  test("TWIN-18: jobs of the Twin are done at once where the route may do so", async () => {
    const { methods, twin } = await methodsOf(name, api, { jobs: "immediate", polls: 0 });
    for (const launch of launches) {
      const arg = chosenValue(launch.route.arg, lookup);
      const call = methods.get(launch.key)?.(...(arg === null ? [] : [arg])) as LongCall;
      await call.waitFor({ intervalMs: 0 });
    }
    const calls = twin.calls().length;
    expect(calls).toBeLessThanOrEqual(launches.length * 2);
  });

  test.runIf(name === "spec" || name === "dropbox")(
    "TWIN-20: a long poll of the Twin answers at once that nothing has changed",
    async () => {
      const twin = api.createTwin();
      const polls = routesOf(api).filter(({ key }) => key === "files/list_folder/longpoll:1");
      const responses = await Promise.all(polls.map((poll) => twin.fetch(requestOf(api, poll))));
      expect(await Promise.all(responses.map((response) => response.json()))).toEqual([{ changes: false }]);
      expect(twin.clock.now().toISOString()).toBe("2020-01-01T00:00:01.000Z");
    },
  );

  test("TWIN-17: a cursor that is old or strange is refused as the route says", async () => {
    const { twin } = await methodsOf(name, api, {});
    for (const list of lists) {
      const given = chosenValue(list.route.arg, lookup) as Record<string, unknown>;
      if (typeof given["cursor"] === "string") {
        const fine = await twin.fetch(requestOf(api, list));
        expect([list.key, fine.status]).toEqual([list.key, 200]);
        const strange = await twin.fetch(requestOf(api, list, { ...given, cursor: `${given["cursor"]}0` }));
        twin.expireCursors();
        const old = await twin.fetch(requestOf(api, list));
        const reset = await twin.fetch(requestOf(api, list, given, { "Ashlar-Twin": "reset" })).catch(() => undefined);
        expect([list.key, old.status]).toEqual([list.key, strange.status]);
        expect([400, 409]).toContain(old.status);
        if (old.status === 409) {
          expect((await old.text()).replace(/.*error_summary":"/, "")).toMatch(
            /^\w*\/?(reset|invalid_cursor|expired_cursor|bad_cursor)\//,
          );
          expect(reset?.status).toBe(409);
        }
        twin.reset();
      }
    }
  });
});
