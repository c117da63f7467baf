import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatedPackage, packageFolder, type Exports } from "../support/packages.js";

const file = {
  ".tag": "file",
  name: "a",
  id: "id:1",
  client_modified: "2026-01-02T03:04:05Z",
  server_modified: "2026-01-02T03:04:05Z",
  rev: "015f99c43b",
  size: 5,
};

describe("a package of numbers and strings", async () => {
  const { createClient, exactJson } = await generatedPackage("spec");
  const { decodeFileMetadata } = await generatedPackage("spec", "files");

  test("a package of numbers and strings reads a number, and refuses a larger integer in every way of reading it", () => {
    expect(decodeFileMetadata(file)).toMatchObject({ size: 5, server_modified: file.server_modified });
    const message = 'size: expected an integer within ±9007199254740991, as the package was generated with int64: "number"';
    expect(() => decodeFileMetadata({ ...file, size: 2n ** 60n })).toThrow(message);
    expect(() => decodeFileMetadata({ ...file, size: 2 ** 60 })).toThrow("may have been rounded");
  });

  test("a package of numbers and strings keeps its types when a client reads JSON exactly", async () => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response(JSON.stringify(file).replace(":5}", `:${2n ** 60n}}`)));
    const client: Exports = createClient({ hosts: "https://api.example", accessToken: "t", fetch, json: exactJson });
    await expect(client["files"].getMetadata({ path: "/a" })).rejects.toMatchObject({ name: "ProtocolError" });
  });
});

describe("a package of bigint and Date", async () => {
  const { createClient, parseJson, stringifyJson } = await generatedPackage("spec-exact");
  const { createHandler } = await generatedPackage("spec-exact", "server");
  const { toNodeListener } = await generatedPackage("spec-exact", "server/node");
  const { decodeFileMetadata, encodeFileMetadata, redactFileMetadata } = await generatedPackage("spec-exact", "files");
  const modified = new Date("2026-01-02T03:04:05Z");

  test("a package of bigint and Date reads integers of 64 bits as bigint and timestamps as Date", () => {
    expect(decodeFileMetadata(file)).toMatchObject({ size: 5n, server_modified: modified });
    expect(decodeFileMetadata(parseJson(JSON.stringify(file).replace(":5}", `:${2n ** 60n}}`)))).toMatchObject({
      size: 2n ** 60n,
    });
    expect(() => decodeFileMetadata({ ...file, size: 2 ** 60 })).toThrow("may have been rounded");
  });

  test("a package of bigint and Date encodes what it has read to JSON, which JSON.stringify writes but for large integers", () => {
    const { ".tag": _, ...json } = file;
    expect(JSON.parse(JSON.stringify(encodeFileMetadata(decodeFileMetadata(file))))).toEqual(json);
    const large = encodeFileMetadata({ ...decodeFileMetadata(file), size: 2n ** 60n });
    expect(() => JSON.stringify(large)).toThrow(TypeError);
    expect(stringifyJson(large)).toContain(`"size":${2n ** 60n}`);
  });

  test("a package of bigint and Date refuses a Date that the format cannot express", () => {
    const value = decodeFileMetadata(file);
    for (const wrong of [new Date(NaN), new Date(1), new Date(8.64e15), new Date("-000001-01-01T00:00:00Z"), 5, {}]) {
      expect(() => encodeFileMetadata({ ...value, server_modified: wrong })).toThrow(/server_modified: expected a Date/);
    }
    expect(() => encodeFileMetadata({ ...value, size: "5" })).toThrow("size: expected an integer, found a string");
  });

  test("a package of bigint and Date redacts to values that a log can write", () => {
    expect(() => JSON.stringify(redactFileMetadata(decodeFileMetadata(file)))).not.toThrow();
  });

  test("a package of bigint and Date has examples in its README that are typed alike", async () => {
    const readme = readFileSync(join(await packageFolder("spec-exact"), "README.md"), "utf8");
    expect(readme).toContain("64-bit integers are `bigint`.");
    expect(readme).toContain("timestamps are `Date`s in UTC");
  });

  describe("end to end", () => {
    let server: Server;
    let client: Exports;
    const received: unknown[] = [];

    beforeAll(async () => {
      const handler = createHandler({
        authenticate: () => ({}),
        files: {
          getMetadata: () => Promise.resolve({ ...decodeFileMetadata(file), ".tag": "file", size: 2n ** 63n }),
          upload: (arg: Exports) => {
            received.push(arg["client_modified"]);
            return Promise.resolve(decodeFileMetadata(file));
          },
        },
      });
      server = createServer(toNodeListener(handler));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const hosts = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      client = createClient({ hosts, accessToken: "t" });
    });

    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    test("a result over HTTP has its bigint and its Date", async () => {
      expect(await client["files"].getMetadata({ path: "/a" })).toMatchObject({
        size: 2n ** 63n,
        client_modified: modified,
      });
    });

    test("an argument over HTTP has its Date, in a header too", async () => {
      await client["files"].upload({ path: "/a", client_modified: modified }, "content");
      expect(received).toEqual([modified]);
    });
  });
});
