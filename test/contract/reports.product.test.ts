import { beforeAll, describe, expect, test, vi } from "vitest";
import { renderGithub, renderJunit } from "../../src/contract/report/ci-reports.js";
import { renderText } from "../../src/contract/report/text.js";
import { testServer } from "../../src/project/generate/test-server.js";
import type { ContractReport } from "../../src/index.js";
import config from "./by-hand/ashlar.config.json" with { type: "json" };
import { createNotesServer } from "./by-hand/notes-server.js";

describe("the report of a server that is written without Ashlar", () => {
  let report: ContractReport;

  beforeAll(async () => {
    vi.spyOn(console, "error").mockReturnValue(); // it prints why it fails
    const server = createNotesServer("the-token");
    report = await testServer({
      url: "http://notes",
      config: { ...config, specs: ["test/contract/by-hand/spec"] },
      token: "the-token",
      effects: "all",
      calls: 600,
      seed: 1,
      settleMs: 20,
      fetch: async (request) => server.fetch(request),
    });
  });

  test("CT-10: the report of a server written without Ashlar shows each mistake of its author once, with declaration and calls", () => {
    const found = report.findings.map(({ code, route }) => `${code} ${route}`);
    expect(new Set(found).size).toBeGreaterThan(8);
    const summary = report.findings.find(({ code }) => code === "error-summary");
    expect(summary?.title).toBe('error_summary is "not_found", and does not begin with "lookup/not_found/"');
    const time = report.findings.find(({ title }) => title.includes("created: expected a timestamp"));
    expect(time?.source).toMatchObject({ file: "test/contract/by-hand/spec/notes.stone" });
    expect(time?.routes?.length).toBeGreaterThan(1);
    expect(new Set(time?.routes).size).toBe(time?.routes?.length);
    expect(time?.calls.at(-1)).toMatchObject({
      method: "POST",
      status: 200,
      headers: { Authorization: "Bearer $TOKEN" },
    });
  });

  test("CT-11: a wrong value that the server has accepted is not reported again where replies return it", () => {
    const results = report.findings.filter(({ code }) => code === "result-type");
    const texts = results.flatMap(({ title, also = [] }) => [title, ...also]);
    expect(texts.filter((text) => /tags|due: expected a timestamp|title: expected/.test(text))).toEqual([]);
  });

  test("CT-10: what matters most comes first in a report, and a missing thing answered with 404 is one of the mistakes", () => {
    expect(report.findings[0]).toMatchObject({
      code: "unauthenticated",
      route: "notes/get_attachment",
      isProtocol: true,
    });
    expect(report.findings.map(({ code, route }) => `${code} ${route}`)).toContain(
      "undocumented-status notes/get_attachment",
    );
  });

  test("CT-10: the argument of a finding is as small as possible", () => {
    const time = report.findings.find(({ title }) => title.includes("created: expected a timestamp"));
    const call = time?.calls[0];
    expect(Object.keys(JSON.parse(call?.body ?? "{}")).length).toBeLessThanOrEqual(2);
  });

  test("the report of a server written without Ashlar is text with commands, JUnit's XML, and annotations", () => {
    const text = renderText(report, false);
    expect(text).toContain("error[error-summary] notes/");
    expect(text).toContain(`    curl --request POST 'http://notes/2/notes/`);
    expect(text).toContain(`--header 'Authorization: Bearer '"$TOKEN"`);
    expect(text).toMatch(/\d+ errors, .*\. \d+ calls; 8 of 8 routes succeeded/);
    const xml = renderJunit(report);
    expect(xml.match(/<testcase /g)).toHaveLength(8);
    // Many readers of the format take the first failure of a test only.
    const tests = xml.split("<testcase ").slice(1);
    expect(tests.filter((each) => each.split("<failure ").length > 2)).toEqual([]);
    expect(xml).toMatch(/<failure type="[\w-]+" message="[^"]+\(and \d+ more\)">error\[/);
    const lines = renderGithub(report).trimEnd().split("\n");
    expect(lines).toHaveLength(report.findings.length);
    expect(lines[0]).toMatch(/^::error file=test\/contract\/by-hand\/spec\/notes\.stone,line=\d+,title=/);
  });
});
