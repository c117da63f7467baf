import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatedPackage, type Exports } from "../support/packages.js";

describe("a generated client", async () => {
  const { ApiError, createClient, EncodeError, isApiError, RouteError } = await generatedPackage("spec");
  const received: IncomingMessage[] = [];
  let server: Server;
  let client: Exports;

  beforeAll(async () => {
    server = createServer((request, response) => {
      received.push(request);
      const body: Buffer[] = [];
      request.on("data", (chunk: Buffer) => body.push(chunk));
      request.on("end", () => {
        const isFirst = !Buffer.concat(body).toString().includes("cursor");
        const entry = { ".tag": "deleted", name: isFirst ? "a" : "b" };
        response.end(JSON.stringify({ entries: [entry], cursor: "next", has_more: isFirst }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const hosts = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createClient({ hosts, accessToken: "t", headers: { "X-App": "one", "X-Trace": "a" } });
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test("a generated client offers its routes, and keeps its state under a symbol", () => {
    expect(Object.keys(client)).toEqual(["auth", "files", "team", "with", "asMember", "asAdmin"]);
    expect(Object.getOwnPropertySymbols(client)).toHaveLength(1);
  });

  test("a generated client goes through a list with for await, without a method in between", async () => {
    const names: string[] = [];
    for await (const entry of client["files"].listFolder({ path: "" })) {
      names.push((entry as { name: string }).name);
    }
    expect(names).toEqual(["a", "b"]);
  });

  test("a generated client adds headers to those that it has, and removes those that are undefined", async () => {
    const changed = client["with"]({ headers: { "x-app": "two", "X-More": "1", "X-Trace": undefined } });
    received.length = 0;
    await changed.files.listFolder({ path: "" });
    await client["files"].listFolder({ path: "" });
    const sent = received.map(({ headers }) => [headers["x-app"], headers["x-more"], headers["x-trace"]]);
    expect(sent).toEqual([
      ["two", "1", undefined],
      ["one", undefined, "a"],
    ]);
  });

  test.each([
    [{ path: "", recursiv: true }, "recursiv: there is no such field; did you mean recursive?"],
    [{ path: "", Recursive: true }, "Recursive: there is no such field; did you mean recursive?"],
    [{ path: "", zzz: 1 }, "zzz: there is no such field"],
  ])("a generated client refuses the misspelled argument %j before it sends anything", async (arg, message) => {
    received.length = 0;
    const thrown: unknown = await client["files"].listFolder(arg).catch((thrown: unknown) => thrown);
    expect(thrown).toBeInstanceOf(EncodeError);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).not.toBeInstanceOf(RouteError);
    expect(isApiError(thrown)).toBe(true);
    expect(thrown).toMatchObject({ name: "EncodeError", code: "unknown-field", route: "files/list_folder" });
    expect(thrown).toMatchObject({ message: `files/list_folder: ${message}` });
    expect(thrown).not.toHaveProperty("status");
    expect(String((thrown as Error).stack)).toContain(`EncodeError: files/list_folder: ${message}\n`);
    expect(received).toHaveLength(0);
  });

  test("a generated client says which pattern the specification has", async () => {
    const pattern = "(/(.|[\\r\\n])*)?|id:.*|(ns:[0-9]+(/.*)?)";
    await expect(client["files"].listFolder({ path: "a" })).rejects.toThrow(
      `files/list_folder: path: expected a string that matches ${pattern}, found one that does not`,
    );
  });

  test.each([
    [{ path: "/a", mode: { ".tag": "add", autorename: true } }, "mode.autorename"],
    [{ path: "/a", mode: { ".tag": "update", update: "0123456789", strictly: true } }, "mode.strictly"],
  ])("a generated client refuses what is misspelled inside an argument: %j", async (arg, path) => {
    const uploading = client["files"].upload(arg, "content");
    await expect(uploading).rejects.toMatchObject({ name: "EncodeError", path });
  });

  describe("that uploads in pieces refuses what the last request would, before the first one and before it reads", () => {
    const commit = { path: "/a" };
    const content = (): never => {
      throw new Error("the content was read");
    };
    const upload = (arg: unknown, options?: unknown): Promise<unknown> =>
      client["files"].uploadSessionInPieces(arg, content, options) as Promise<unknown>;

    test.each([
      [{ commit: { path: "no path" } }, {}, { name: "EncodeError", path: "commit.path" }],
      [{ commit: { ...commit, mute: "yes" } }, {}, { name: "EncodeError", path: "commit.mute" }],
      [{ commit: { ...commit, autorenam: true } }, {}, { code: "unknown-field", path: "commit.autorenam" }],
      [{}, {}, { code: "missing-field", path: "commit" }],
      [{ commit }, { headers: { "X-Name": "é€" } }, { name: "TypeError" }],
      // The arguments of start and append have all that they need, so that the content is opened.
      [{ commit: { ...commit, autorenam: true } }, { validate: "off" }, { message: "the content was read" }],
      [{ commit }, {}, { message: "the content was read" }],
    ])("an upload in pieces is refused before its first request if the last one would be: %j with %j", async (arg, options, error) => {
      received.length = 0;
      await expect(upload(arg, options)).rejects.toMatchObject(error);
      expect(received).toHaveLength(0);
    });
  });

  test("a generated client does not mind fields that are undefined", async () => {
    await expect(client["files"].listFolder({ path: "", recursiv: undefined })).resolves.toMatchObject({ cursor: "next" });
  });

  test("a generated client leaves out unknown fields where replies are not validated, so that a value that came so can be sent again", async () => {
    await expect(client["files"].listFolder({ path: "", recursiv: true }, { validate: "off" })).resolves.toBeDefined();
  });
});
