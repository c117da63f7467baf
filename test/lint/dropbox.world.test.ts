import { expect, test } from "vitest";
import { lint } from "../../src/lint/lint-files.js";
import { rules } from "../../src/lint/rules.js";
import { corpusFiles } from "../support/corpus.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";

describeWithDropbox("LINT-20: the Dropbox specification", () => {
  const { findings } = lint(corpusFiles("dropbox"), {});
  const { findings: all } = lint(corpusFiles("dropbox"), { preset: "all" });

  test("LINT-20: the Dropbox specification has as many findings of each rule as before", () => {
    const counts = Object.fromEntries(rules.map(({ id }) => [id, all.filter(({ code }) => code === id).length]));
    expect(counts).toMatchSnapshot();
  });

  test("LINT-20: the Dropbox specification has few findings of the recommended rules", () => {
    const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
    expect(count("error")).toBe(1);
    expect(count("warning")).toBeGreaterThanOrEqual(90);
    expect(count("warning")).toBeLessThanOrEqual(110);
    expect(count("info")).toBeGreaterThanOrEqual(265);
    expect(count("info")).toBeLessThanOrEqual(310);
  });

  test("LINT-21: the Dropbox specification has what rules found in earnest", () => {
    const found = findings.map(({ code, target }) => `${code} ${target}`);
    expect(found).toContain("value-half-matched team.LegalHoldHeldRevisionMetadata.original_revision_id");
    expect(found).toContain("pagination-pair files.ListRevisionsResult");
    expect(found.filter((each) => each.startsWith("similar-field"))).toHaveLength(1);
  });
});
