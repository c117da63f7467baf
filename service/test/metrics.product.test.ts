import { expect, test } from "vitest";
import { newPerson, save } from "./support/files.js";
import { describeOwnService, describeService } from "./support/service.js";

describeOwnService(
  "metrics",
  (service) => {
    const scrape = (token: string): Promise<Response> =>
      fetch(`${service.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });

    test("metrics are what Prometheus reads: calls by route and outcome, the database, queues and the process (OPS-32)", async () => {
      const robin = await newPerson(service);
      await save(robin.client, "/a.txt");
      await service.post("files/get_metadata", robin.token, { path: "/none" });
      const response = await scrape("for tests");
      const text = await response.text();
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        expect.stringContaining("text/plain"),
      ]);
      expect(text).toMatch(/rpc_server_call_duration_count\{[^}]*rpc_method="files\/upload"[^}]*\} 1/);
      expect(text).toMatch(/rpc_method="files\/get_metadata"[^}]*rpc_status_code="path\/not_found"/);
      expect(text).toMatch(/db_client_operations_total(\{[^}]*\})? [1-9]/);
      expect(text).toMatch(/service_queue_length\{[^}]*queue="jobs"[^}]*\} 0/);
      expect(text).toMatch(/service_build\{[^}]*version="0\.1\.0"[^}]*\} 1/);
      expect(text).toContain("nodejs_eventloop_delay_p99");
    });

    test("metrics need the token (OPS-32)", async () => {
      expect((await scrape("guess")).status).toBe(401);
      expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
    });
  },
  { METRICS_TOKEN: "for tests" },
);

describeService("metrics by default", (service) => {
  test("metrics are off by default (OPS-32)", async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  });
});
