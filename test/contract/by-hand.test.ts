import { describe, expect, test } from "vitest";
import { compileFiles } from "../support/examples.js";
import { createNotesServer } from "./by-hand/notes-server.js";

describe("a server that is written without Ashlar", () => {
  const server = createNotesServer("token");

  async function call(route: string, arg: object): Promise<unknown> {
    const headers = { Authorization: "Bearer token", "Content-Type": "application/json" };
    const request = new Request(`http://notes/2/notes/${route}`, {
      method: "POST",
      headers,
      body: JSON.stringify(arg),
    });
    return (await server.fetch(request)).json();
  }

  test("a server that is written without Ashlar answers every route of its specification", () => {
    const { namespaces } = compileFiles("test/contract/by-hand/spec");
    const routes = namespaces.flatMap(({ name, routes }) => routes.map((route) => `/2/${name}/${route.name}`));
    expect(server.routes.map(({ path }) => path).filter((path) => !path.endsWith("*"))).toEqual(
      expect.arrayContaining(routes),
    );
    expect(routes).toHaveLength(8);
  });

  test("a server that is written without Ashlar serves its author's own calls", async () => {
    const note = await call("create", { title: "Milk", tags: ["shop"] });
    expect(note).toMatchObject({ id: 1, title: "Milk", text: "" });
    expect(await call("get", { id: 1 })).toEqual(note);
    expect(await call("list", {})).toMatchObject({ notes: [note] });
    expect(await call("get", { id: 2 })).toMatchObject({ error: { ".tag": "lookup" } });
  });
});
