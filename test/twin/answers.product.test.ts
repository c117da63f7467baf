import { describe, expect, test } from "vitest";
import { createClient } from "../../generated/src/index.js";
import { createTwin } from "../../generated/src/testing/index.js";
import { corpora } from "../support/corpus.js";
import { resolveBinding } from "../../src/generator/facts/binding-options.js";
import { unionTags } from "../../src/generator/facts/members.js";
import type { Type } from "../../src/ir/api.js";
import { findMismatch } from "../../src/values/mismatch.js";
import { requestOf, routesOf, subject, type NamedRoute, type Subject } from "./twin-of.js";

/** The examples of a route's argument whose label an example of its result has, too. */
function labelledPairs(
  { context: { lookup } }: Subject,
  { route }: NamedRoute,
): readonly { arg: object; result: object }[] {
  const examples = (type: Type): ReadonlyMap<string, object> => {
    const bare = lookup.withoutAliases(lookup.withoutNull(type));
    const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
    const all = definition === undefined || definition.kind === "alias" ? [] : definition.examples;
    const fitting = all.filter(({ value }) => findMismatch(value, bare, lookup, true) === undefined);
    return new Map(fitting.map(({ label, value }) => [label, value as object]));
  };
  const results = examples(route.result);
  return [...examples(route.arg)].flatMap(([label, arg]) => {
    const result = results.get(label);
    return result === undefined || /cursor|async_job_id|in_progress/.test(JSON.stringify(result))
      ? []
      : [{ arg, result }];
  });
}

describe.each(["spec", ...corpora, "wirelab-exact"])("TWIN-9: the Twin of %s", async (name) => {
  const api = await subject(name);
  const twin = api.createTwin();

  test("TWIN-9: the Twin answers each route with its chosen argument", async () => {
    const refused: unknown[] = [];
    for (const route of routesOf(api)) {
      const response = await twin.fetch(requestOf(api, route)).catch((thrown: unknown) => thrown as Error);
      if (response instanceof Error || !response.ok) {
        refused.push([
          route.key,
          response instanceof Error ? response.message : `${response.status} ${await response.text()}`,
        ]);
      } else {
        await response.arrayBuffer();
      }
    }
    expect(refused).toEqual([]);
    twin.verify();
  });

  test("TWIN-6: the Twin answers the argument of an example with the result of the same label", async () => {
    const plain = api.createTwin({ echo: false });
    const { lookup } = api.context;
    const isJob = ({ route }: NamedRoute): boolean =>
      unionTags(route.result, lookup).some(({ name: tag }) => ["in_progress", "async_job_id"].includes(tag));
    for (const route of routesOf(api).filter((each) => !isJob(each))) {
      const pairs = labelledPairs(api, route).filter(
        ({ arg }, at, all) => all.findIndex((other) => JSON.stringify(other.arg) === JSON.stringify(arg)) === at,
      );
      for (const { arg, result } of pairs) {
        const response = await plain.fetch(requestOf(api, route, arg));
        const text =
          response.headers.get(resolveBinding(api.context.options.binding).headers.result) ?? (await response.text());
        const isShown = ([name, value]: [string, unknown]): boolean =>
          typeof value === "string" && name !== "content_hash"; // the hash is that of the content
        const members = Object.entries(result).filter(isShown);
        expect([route.key, JSON.parse(text)]).toMatchObject([route.key, Object.fromEntries(members)]);
      }
    }
  });
});

test("TWIN-19: without a model, the result of an upload in pieces has the size of all of them", async () => {
  const twin = createTwin();
  const client = createClient({ accessToken: "token", hosts: "http://twin", fetch: twin.fetch });
  const commit = { path: "/a.bin" };
  for (const length of [0, 1, 10, 25]) {
    const uploaded = await client.files.uploadSessionInPieces({ commit }, new Uint8Array(length), { pieceSize: 10 });
    expect(uploaded.size).toBe(length);
  }
});

test("TWIN-19: the size after a piece at the greatest offset is one that the result can have", async () => {
  const twin = createTwin();
  const client = createClient({ accessToken: "token", hosts: "http://twin", fetch: twin.fetch });
  const cursor = { session_id: "any", offset: Number.MAX_SAFE_INTEGER };
  const finished = await client.files.uploadSessionFinish({ cursor, commit: { path: "/a.bin" } }, new Uint8Array(9));
  expect(finished.size).toBe(Number.MAX_SAFE_INTEGER);
});
