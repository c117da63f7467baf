import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { http } from "msw";
import { setupServer } from "msw/node";
import { afterEach, describe, expect, test } from "vitest";
import { createClient, NetworkError } from "../../generated/src/index.js";
import * as files from "../../generated/src/files/index.js";
import { toNodeListener } from "../../generated/src/server/node.js";
import { createTwin } from "../../generated/src/testing/index.js";
import { model as specModel } from "../../spec/model.js";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** The address of a `node:http` server with a Twin. */
async function listen(twin: ReturnType<typeof createTwin>): Promise<string> {
  const server: Server = createServer(toNodeListener(twin));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("TWIN-1: on node:http", () => {
  test("TWIN-1: a Twin on node:http answers, fails and breaks connections as in memory", async () => {
    const twin = createTwin();
    const client = createClient({ accessToken: "t", hosts: await listen(twin), retry: false });
    await expect(client.files.getMetadata({ path: "/a" })).resolves.toBeDefined();
    twin.fail(files.getMetadata, "path/not_found", { times: 1 });
    await expect(client.files.getMetadata({ path: "/a" })).rejects.toMatchObject({ status: 409 });
    for (const disconnect of ["before", "body", "after"] as const) {
      twin.plan({ route: "files/get_metadata", disconnect, delayMs: 1, times: 1 }); // after the request has been read
      await expect(client.files.getMetadata({ path: "/a" })).rejects.toBeInstanceOf(NetworkError);
    }
    twin.verify();
  });

  test("PROD-20, PROD-21: calls with the same idempotency key are performed once", async () => {
    const twin = createTwin({ model: specModel });
    const url = await listen(twin);
    const client = createClient({ accessToken: "t", hosts: url });
    twin.plan({ route: "files/create_folder", disconnect: "after", times: 1 });
    // Without the key, the second attempt would find the folder that the first one has created.
    expect((await client.files.createFolder({ path: "/A" }, { idempotencyKey: "k" })).name).toBe("A");
    const post = (path: string, key: string): Promise<Response> =>
      fetch(`${url}/2/files/create_folder`, {
        method: "POST",
        headers: { Authorization: "Bearer other", "Content-Type": "application/json", "Idempotency-Key": key },
        body: JSON.stringify({ path }),
      });
    const conflict = await post("/A", "other");
    const replies = [conflict, await post("/A", "other"), await post("/A", '"k"'), await post("/B", "k")];
    expect(replies.map(({ status, headers }) => [status, headers.get("Idempotent-Replayed")])).toEqual([
      [409, null],
      [409, "true"],
      [200, "true"],
      [400, null],
    ]);
    expect(await replies[3]?.text()).toMatch(/the idempotency key was used with another argument/);
    expect(twin.state.folder.all().map(({ name }) => name)).toEqual(["A"]);
    const calls = twin.calls(files.createFolder).map(({ status, arg, result, errorPath }) => [
      status,
      (arg as { path: string } | undefined)?.path, // undefined where it is refused
      result?.name,
      errorPath,
    ]);
    const [created, refused] = [
      [200, "/A", "A", undefined],
      [409, "/A", undefined, "path/conflict/folder"],
    ];
    expect(calls).toEqual([created, created, refused, refused, created, [400, undefined, undefined, undefined]]);
    twin.reset();
    expect((await post("/B", "k")).status).toBe(200);
  });

  test("TWIN-1: the caller of a Twin on node:http receives the mistake of a test", async () => {
    const twin = createTwin();
    twin.on(files.getMetadata, () => "nonsense" as never);
    const client = createClient({ accessToken: "t", hosts: await listen(twin), retry: false });
    await expect(client.files.getMetadata({ path: "/a" })).rejects.toMatchObject({
      status: 500,
      body: expect.stringContaining("The answer to files/get_metadata is wrong") as string,
    });
  });
});

describe("TWIN-13: other processes", () => {
  test("TWIN-13: other processes plan, list and reset by the paths of the Twin, from any page", async () => {
    const url = await listen(createTwin({ control: true }));
    const client = createClient({ accessToken: "t", hosts: url, retry: false });
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(`${url}/__twin/${path}`, { method: "POST", body: JSON.stringify(body) });
    const planned = await post("plans", [
      { route: "files/get_metadata", error: "path/not_found", when: { path: "/b" }, times: 1 },
    ]);
    expect([planned.status, planned.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
    await expect(client.files.getMetadata({ path: "/a" })).resolves.toBeDefined();
    await expect(client.files.getMetadata({ path: "/b" })).rejects.toMatchObject({ status: 409 });
    const calls = (await (await fetch(`${url}/__twin/calls`)).json()) as unknown[];
    expect(calls).toMatchObject([
      { route: "files/get_metadata", status: 200, arg: { path: "/a" } },
      { route: "files/get_metadata", status: 409, errorPath: "path/not_found" },
    ]);
    await post("reset", {});
    expect(await (await fetch(`${url}/__twin/calls`)).json()).toEqual([]);
  });

  test("TWIN-13: other processes receive the problem of a wrong plan", async () => {
    const url = await listen(createTwin({ control: true }));
    const plan = async (body: string): Promise<string> =>
      (await fetch(`${url}/__twin/plans`, { method: "POST", body })).text();
    expect(await plan('{ "route": "files/get_metadata", "error": "path/gone" }')).toMatch(/no error with the path/);
    expect(await plan('{ "status": 500 }')).toMatch(/an object with a route/);
    expect(await plan('{ "route": "files/get_metadata", "eror": "path/not_found" }')).toMatch(/Did you mean "error"\?/);
    expect(await plan('{ "route": "files/get_metadata", "status": "abc" }')).toMatch(
      /status of a plan must be an integer/,
    );
    // TWIN-15: of a list with a wrong plan, none is made.
    const first = '{ "route": "files/get_metadata", "status": 500 }';
    expect(await plan(`[${first}, { "route": "files/get_metadata", "times": "1" }]`)).toMatch(/times of a plan/);
    expect(await plan(`[${first}, { "route": "files/get_metdata", "status": 500 }]`)).toMatch(/There is no route/);
    expect(await plan(`[${first}, { "route": "files/get_metadata", "error": "gone" }]`)).toMatch(/no error with/);
    expect(await plan("{")).toMatch(/JSON/);
    const call = { method: "POST", headers: { Authorization: "Bearer t", "Content-Type": "application/json" } };
    const { status } = await fetch(`${url}/2/files/get_metadata`, { ...call, body: '{"path":"/a"}' });
    expect(status).toBe(200);
  });

  test("TWIN-13: other processes have no such paths unless they are wanted", async () => {
    const response = await createTwin().fetch("/__twin/calls");
    expect(response.status).toBe(404);
  });
});

test("TWIN-4: MSW passes requests to a Twin in one line", async () => {
  const twin = createTwin();
  const server = setupServer(http.all("https://api.example.com/*", ({ request }) => twin.fetch(request)));
  server.listen({ onUnhandledRequest: "error" });
  try {
    const client = createClient({ accessToken: "t", hosts: "https://api.example.com", retry: false });
    await expect(client.files.getMetadata({ path: "/a" })).resolves.toBeDefined();
    await expect(client.files.upload({ path: "/a" }, new Uint8Array(9))).resolves.toMatchObject({ size: 9 });
    twin.fail(files.getMetadata, "path/not_found");
    await expect(client.files.getMetadata({ path: "/a" })).rejects.toMatchObject({ status: 409 });
    expect(twin.calls()).toHaveLength(3);
  } finally {
    server.close();
  }
});

test("TWIN-5: a page of any origin may call a Twin and read all headers", async () => {
  const twin = createTwin();
  const headers = { Origin: "https://app.example", "Access-Control-Request-Headers": "authorization,ashlar-twin" };
  const preflight = await twin.fetch("/2/files/get_metadata", { method: "OPTIONS", headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe("authorization,ashlar-twin");
  const answer = await twin.fetch("/2/files/download", {
    method: "POST",
    headers: { Origin: "https://app.example", Authorization: "Bearer t", "Service-API-Arg": '{"path":"/a"}' },
  });
  expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("Service-API-Result");
  expect(twin.calls()).toHaveLength(1);
});
