import { describe, expect, test } from "vitest";
import { corpora } from "../corpus.js";
import { requestOf, routesOf, subject } from "./twin-of.js";

describe.each(["spec", ...corpora, "wirelab-exact"])("TWIN-9: the Twin of %s", async (name) => {
  const api = await subject(name);
  const twin = api.createTwin();

  test("answers each route with its chosen argument", async () => {
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
});
