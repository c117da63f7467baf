import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { newPerson } from "./support/files.js";
import { describeOwnService } from "./support/service.js";

describeOwnService(
  "the HTTP server",
  (service) => {
    /** Sends a request as it is. Resolves to what comes back until the connection ends. */
    const send = (request: string, body = ""): Promise<string> => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      socket.write(`${request}\r\nHost: a\r\n`.replace("\r\n", " HTTP/1.1\r\n") + `\r\n${body}`);
      return text(socket);
    };
    const upload = (token: string): string =>
      `POST /2/files/upload\r\nAuthorization: Bearer ${token}\r\nService-API-Arg: {"path":"/a"}\r\nContent-Type: application/octet-stream`;

    test("the HTTP server accepts targets in absolute form, of the API, pages and metrics (RFC 9112, section 3.2.2)", async () => {
      const { token } = await newPerson(service);
      for (const origin of ["", "http://a", "HTTPS://a:1"]) {
        const list = `POST ${origin}/2/files/list_folder\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 11`;
        expect(await send(list, '{"path":""}')).toMatch(/^HTTP\/1.1 200 /);
        const metrics = `GET ${origin}/metrics\r\nConnection: close\r\nAuthorization: Bearer scraper`;
        expect(await send(metrics)).toMatch(/^HTTP\/1.1 200 /);
        expect(await send(`GET ${origin}/health/live\r\nConnection: close`)).toMatch(/^HTTP\/1.1 200 /);
      }
    });

    test("the HTTP server answers a call without credentials before its body is sent, also if the client asks first", async () => {
      const refused = `${upload("nobody's")}\r\nContent-Length: 50000000`;
      for (const expect100 of ["", "\r\nExpect: 100-continue"]) {
        const answer = await send(`${refused}${expect100}\r\nConnection: close`);
        expect(answer).toMatch(/^HTTP\/1.1 401 /);
        expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      }
    });

    test("the HTTP server answers an upload that pauses for longer than BODY_TIMEOUT with 408 (OPS-31)", async () => {
      const { token } = await newPerson(service);
      expect(await send(`${upload(token)}\r\nContent-Length: 100`, "some")).toMatch(/^HTTP\/1.1 408 /);
    });

    test("the HTTP server answers 405 with the methods of a page or endpoint that does not support the method", async () => {
      for (const [method, path, allow] of [
        ["GET", "/oauth2/token", "POST"],
        ["DELETE", "/oauth2/revoke", "POST"],
        ["PUT", "/oauth2/authorize", "GET, HEAD, POST"],
        ["POST", "/.well-known/oauth-authorization-server", "GET, HEAD"],
        ["POST", "/health", "GET, HEAD"],
        ["DELETE", "/account/password", "GET, HEAD, POST"],
        ["POST", "/metrics", "GET"],
        ["GET", "/nothing", null],
      ] as const) {
        const { status, headers } = await fetch(`${service.url}${path}`, { method });
        expect([path, status, headers.get("Allow")]).toEqual([path, allow === null ? 404 : 405, allow]);
      }
    });
  },
  { BODY_TIMEOUT: "200", METRICS_TOKEN: "scraper" },
);
