import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { addApp } from "./support/people.js";
import { describeService, newEmail } from "./support/service.js";

/** A lone surrogate, which JSON can escape and UTF-8 cannot encode. */
const loneSurrogate = "\ud800";

describeService("malformed and hostile input", (service) => {
  const form = (path: string, type: string, body: string): Promise<Response> =>
    fetch(`${service.url}${path}`, { method: "POST", headers: { "Content-Type": type }, body, redirect: "manual" });

  describe("to the pages", () => {
    test.each([
      ["multipart/form-data", "x"],
      ["multipart/form-data; boundary=a", "--a\r\nnothing"],
      ["application/json", "{"],
      ["application/x-www-form-urlencoded", "%FF%00&&&=%zz"],
      ["application/x-www-form-urlencoded", "a".repeat(70_000)],
    ])("the pages refuse a body of %s", async (type, body) => {
      const app = await addApp(service);
      const query = new URL(app.url()).search;
      for (const path of [
        `/oauth2/authorize${query}`,
        `/oauth2/authorize/log-in${query}`,
        `/oauth2/authorize/sign-up${query}`,
        `/oauth2/authorize/log-out${query}`,
        "/oauth2/token",
        "/invitations/x",
      ]) {
        const { status } = await form(path, type, body);
        expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
      }
    });

    test("pages and calls refuse a compressed body with 415", async () => {
      const token = await service.userToken((await service.controls.addAccount({ email: newEmail() })).account_id);
      const body = gzipSync("grant_type=authorization_code");
      const headers = { "Content-Encoding": "gzip", "Content-Type": "application/x-www-form-urlencoded" };
      for (const path of ["/oauth2/token", "/oauth2/revoke", "/invitations/x"]) {
        const { status } = await fetch(`${service.url}${path}`, { method: "POST", headers, body });
        expect([path, status]).toEqual([path, 415]);
      }
      const call = { Authorization: `Bearer ${token}`, "Content-Encoding": "gzip" };
      const upload = await fetch(`${service.url}/2/files/upload`, {
        method: "POST",
        headers: { ...call, "Content-Type": "application/octet-stream", "Service-API-Arg": '{"path":"/a.gz"}' },
        body,
      });
      expect(upload.status).toBe(415);
      expect((await service.post("files/list_folder", token, { path: "" }, call)).status).toBe(415);
      expect((await service.clientWith(token).files.listFolder({ path: "" })).entries).toEqual([]);
    });

    test.each([{ "Content-Length": 3_000_000 }, { "Transfer-Encoding": "chunked" }])(
      "the pages refuse a form of 3 MB with %j, and the connection can be used again",
      async (headers) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const sockets = new Set<unknown>();
        const send = async (method: string, path: string): Promise<unknown[]> => {
          const asked = request(`${service.url}${path}`, { agent, method, headers });
          asked.once("socket", (socket) => sockets.add(socket));
          const [response] = (await once(asked.end(Buffer.alloc(3_000_000, "a")), "response")) as [IncomingMessage];
          return [response.statusCode, await text(response)];
        };
        const tooLarge = [413, "The request body is larger than 65536 bytes"];
        try {
          expect(await send("POST", "/oauth2/token")).toEqual(tooLarge);
          expect(await send("POST", "/oauth2/authorize/log-in")).toEqual(tooLarge);
          expect(await send("POST", "/invitations/x")).toEqual(tooLarge);
          expect(await send("PUT", "/webhooks")).toEqual(tooLarge);
          const asked = request(`${service.url}/health`, { agent });
          asked.once("socket", (socket) => sockets.add(socket));
          await once(asked.end(), "response");
          expect(sockets.size).toBe(1);
        } finally {
          agent.destroy();
        }
      },
    );

    test.each(["%00", "%FF", "%", "%ED%A0%80", "a".repeat(8_000)])(
      "the pages refuse %s in a query or a path",
      async (text) => {
        for (const path of [
          `/oauth2/authorize?client_id=${text}&response_type=code`,
          `/invitations/${text}`,
          `/${text}`,
          `/files/${text}`,
          `/temporary/${text}`,
          `/2/${text}`,
        ]) {
          const { status } = await fetch(`${service.url}${path}`, { redirect: "manual" });
          expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
        }
      },
    );

    test("the pages refuse malformed credentials and URLs of webhooks", async () => {
      const { key, secret } = await addApp(service);
      const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
      const put = async (authorization: string, type: string, body: string): Promise<number> =>
        (
          await fetch(`${service.url}/webhooks`, {
            method: "PUT",
            headers: { Authorization: authorization, "Content-Type": type },
            body,
          })
        ).status;
      const urlencoded = "application/x-www-form-urlencoded";
      expect(await put(basic("\0:\0"), urlencoded, "url=https://x.example")).toBe(400);
      expect(await put("Basic !!!", urlencoded, "url=https://x.example")).toBe(401);
      expect(await put(basic(`${key}:${secret}`), "multipart/form-data", "x")).toBe(400);
      for (const url of ["https://user:password@localhost", "https://localhost:0", "https://", "javascript:1"]) {
        expect(await put(basic(`${key}:${secret}`), urlencoded, `url=${encodeURIComponent(url)}`)).toBe(400);
      }
    });
  });

  describe("to the API", () => {
    test("lone surrogates are no failure of the service", async () => {
      const { token, members } = await service.team([{}]);
      const person = { member_email: newEmail(), member_given_name: loneSurrogate, member_surname: "x" };
      const user = { ".tag": "team_member_id", team_member_id: members[0]?.team_member_id };
      for (const [path, body] of [
        ["team/members/add", { new_members: [person], force_async: true }],
        ["team/members/add", { new_members: [{ ...person, member_external_id: loneSurrogate }] }],
        ["team/members/set_profile", { user, new_given_name: loneSurrogate }],
        ["team/groups/create", { group_name: `x${loneSurrogate}` }],
        ["team/groups/create", { group_name: "halves", group_external_id: loneSurrogate }],
        ["team/team_folder/create", { name: loneSurrogate }],
        ["team/members/get_info", { members: [{ ".tag": "external_id", external_id: loneSurrogate }] }],
        ["team/devices/list_team_devices", { cursor: loneSurrogate }],
      ] as const) {
        const { status } = await service.post(path, token, body);
        expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
      }
    });

    test("batches of malformed paths are no failure of the service", async () => {
      const { account_id } = await service.controls.addAccount({ email: newEmail() });
      const token = await service.userToken(account_id);
      for (const path of [`/${loneSurrogate}`, "/\0", `/${"a".repeat(3_000)}`]) {
        const { status } = await service.post("files/copy_batch", token, {
          entries: [{ from_path: path, to_path: path }],
        });
        expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
      }
    });

    test("dates of all ages are no failure of the service (B-022, Q-49)", async () => {
      const { token } = await service.team();
      for (const range of [
        { start_date: "0000-01-01" },
        { start_date: "0001-01-01" },
        { end_date: "0000-01-01" },
        { end_date: "0001-01-02" },
        { start_date: "9999-12-31" },
        { end_date: "9999-12-31" },
        { start_date: "0000-01-01", end_date: "9999-12-31" },
      ]) {
        const { status } = await service.post("team/reports/get_storage", token, range);
        expect([range, status]).toEqual([range, expect.toSatisfy((code: number) => code < 500)]);
      }
    });

    test("files from all ages, without content, and invalid pictures are no failure of the service", async () => {
      const { account_id } = await service.controls.addAccount({ email: newEmail() });
      const { files } = service.clientWith(await service.userToken(account_id));
      const token = await service.userToken(account_id);
      for (const client_modified of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]) {
        const { status } = await fetch(`${service.url}/2/files/upload`, {
          method: "POST",
          headers: {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/octet-stream",
            "Service-API-Arg": JSON.stringify({ path: "/old.txt", client_modified, autorename: true }),
          },
          body: client_modified,
        });
        expect([client_modified, status]).toEqual([client_modified, expect.toSatisfy((code: number) => code < 500)]);
      }
      await files.upload({ path: "/empty.png" }, "");
      await files.upload({ path: "/none.jpg" }, "\xff\xd8\xff nothing");
      const { link } = await files.getTemporaryLink({ path: "/empty.png" });
      expect(await (await fetch(link)).text()).toBe("");
      expect(await (await files.download({ path: "/empty.png" })).text()).toBe("");
      for (const path of ["/empty.png", "/none.jpg"]) {
        for (const route of ["files/get_thumbnail", "files/get_preview"]) {
          const { status } = await service.post(route, token, null, { "Service-API-Arg": JSON.stringify({ path }) });
          expect([path, route, status]).toEqual([path, route, expect.toSatisfy((code: number) => code < 500)]);
        }
      }
    });

    test("unknown ids, cursors and headers are no failure of the service", async () => {
      const { token } = await service.team();
      for (const text of [".", "..", "a.b.c", "\u{1f600}", "x".repeat(100_000), "-1", "0", "9".repeat(40)]) {
        for (const [path, body] of [
          ["team/groups/list/continue", { cursor: text }],
          ["team/members/list/continue", { cursor: text }],
          ["team/linked_apps/list_team_linked_apps", { cursor: text }],
          ["team/groups/job_status/get", { async_job_id: text }],
          ["team/team_folder/archive", { team_folder_id: text }],
          ["team/team_folder/get_info", { team_folder_ids: [text] }],
          ["team/groups/get_info", { ".tag": "group_ids", group_ids: [text, text] }],
        ] as const) {
          const { status } = await service.post(path, token, body);
          expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
        }
      }
      for (const header of ["", "\u00ff", "x".repeat(2_000)]) {
        const { status } = await service.post(
          "files/copy",
          token,
          { from_path: "/a", to_path: "/b" },
          { "Service-API-Select-User": header },
        );
        expect([header, status]).toEqual([header, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
      }
    });
  });
});
