import { expect, test } from "vitest";
import { replayFindings, type ReplayOptions } from "../../src/contract/replay.js";
import type { ContractFinding } from "../../src/contract/report/report.js";

test("CT-10: a replay puts each secret in place of the whole name of its variable, whatever the secret looks like", async () => {
  const sent: (string | null)[] = [];
  const options = {
    url: "http://shop",
    headers: {},
    credentials: {
      tokens: {
        user: { name: "TOKEN", value: "user-$&-token" },
        team: { name: "TOKEN_TEAM", value: "team-token" },
      },
      app: { key: { name: "BASIC_KEY", value: "key" }, secret: { name: "APP_SECRET", value: "secret" } },
    },
    timeout: 1_000,
    fetch: (request: Request) => {
      sent.push(request.headers.get("authorization"), request.headers.get("x-key"));
      return Promise.resolve(new Response("null"));
    },
    routes: [],
    loadCodecs: () => Promise.reject(new Error("no codecs are needed")),
  } as unknown as ReplayOptions;
  const finding = (authorization: string): ContractFinding => {
    const headers = { Authorization: authorization, "X-Key": "$BASIC_KEY" };
    const call = { method: "POST", url: "http://old/2/shop/get", headers, body: "{}", status: 200 };
    return { code: "unauthenticated", calls: [call] } as unknown as ContractFinding;
  };
  const findings = ["Bearer $TOKEN", "Bearer $TOKEN_TEAM", "Basic $BASIC"].map(finding);
  for await (const { status } of replayFindings(findings, options)) {
    expect(status).toBe(200);
  }
  expect(sent).toEqual([
    "Bearer user-$&-token",
    "key",
    "Bearer team-token",
    "key",
    `Basic ${btoa("key:secret")}`,
    "key",
  ]);
});
