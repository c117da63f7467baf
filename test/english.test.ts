import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Wording that readers stumble over, each with the plain English that replaces it. */
const rejected: readonly (readonly [wrong: RegExp, better: string])[] = [
  [/\bbegins? no\b/i, "does not start a …"],
  [/\bas if (it|they) (was|were) not there\b/i, "is ignored"],
  [/\b(is|are) led to\b|\bleads (that|it) to\b/i, "resolves to"],
  [/\bwhat may be written as\b/i, "the writable form of"],
  [/\blike the form below\b/i, "overload for …: returns …"],
  [/\bwhoever\b/i, "the caller, the process, all users"],
  [/(?<!look-)(?<!(leaves?|left|falls?)\b[^.]{0,40})\bbehind\b/i, "after"],
  [/\b(go|goes|going|went|gone) on\b/i, "continues, resumes, extends"],
  [/\btells? (what|whether|which|why|who|how)\b/i, "reports, shows, says what …"],
  [/\b(gives?|gave|given) back\b/i, "returns, restores"],
  [/\bgood (for \w+ (minutes?|hours?|days?|weeks?)|once)\b/i, "valid for …, valid once"],
  [/\bin vain\b/i, "without success, to no effect"],
  [/\bcomes? to (an end|rest)\b/i, "ends, settles"],
  [/\bneed(s)? not ask\b|\blike yours could be\b/i, "preflight, a sample application"],
  [/\bbreaks off\b/i, "is interrupted, loses its connection"],
  [/\bcomes? no faster\b/i, "respects back-pressure"],
  [/\bthe time was over\b/i, "the timeout elapsed"],
  [/\bwhat it is at work on\b|\bit is well\b/i, "work in progress, healthy"],
  [/\b(is|are|be|been|was|were) told\b/i, "receives, is called with, is reported"],
  [/\btold apart\b/i, "distinguished, discriminated by"],
  [/\basking (it|them) first\b|\bpre-flight\b/i, "preflight"],
  [/\bnobody's concern\b/i, "is not needed"],
  [/\bwhat waits\b/i, "dependencies"],
  [/\b(crossSite|crossSiteType)\b/, "avoidPreflight, preflightFreeType"],
  [/\b(serially|giants|companionOf|Applicant|outOfDate)\b/, "coalesceRuns, scale, continuationRoute, Credentials, …"],
  [/\b(const|let|readonly|function) (admission|admitted|challenged)\b/, "authorize, a noun for what it is"],
];

/**
 * The files whose comments, texts and names are ours to word: not specifications of tests and their goldens, which are data,
 * nor `generated/`, which the emitters and templates write.
 */
function wordedFiles(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "src", "templates", "test", "bench", "docs", "service", "editors", "*.md"],
    {
      encoding: "utf8",
    },
  );
  return listed
    .split("\n")
    .filter((path) => /\.(ts|tsx|js|md|html|css|sql)$|^service\/spec\//.test(path))
    .filter((path) => !/^(generated|spec|test\/corpus)\//.test(path))
    .filter((path) => path !== "test/english.test.ts");
}

/** The lines of a text, or pairs of wrapped lines, with wording that is rejected, such as `12: behind (write: after)`. */
function findRejected(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    // A phrase may be wrapped: the next line joins without what starts a comment.
    const next = (lines[index + 1] ?? "").replace(/^\s*(\*|\/\/)?\s*/, "");
    const joined = `${line} ${next}`;
    return rejected.flatMap(([wrong, better]) => {
      const match = wrong.exec(joined);
      return match !== null && match.index < line.length ? [`${index + 1}: ${match[0]} (write: ${better})`] : [];
    });
  });
}

describe("the list of rejected wording", () => {
  test.each([
    ["/** The name behind the comma. */", ["1: behind (write: after)"]],
    ["// a listing goes\n// on here", ["1: goes on (write: continues, resumes, extends)"]],
    ["// a look-behind leaves nothing behind", []],
  ])("finds what it should in %j", (text, found) => {
    expect(findRejected(text)).toEqual(found);
  });
});

test("comments, messages, pages and names of tests have no wording that readers stumble over", () => {
  const found = wordedFiles().flatMap((path) =>
    findRejected(readFileSync(path, "utf8")).map((each) => `${path}:${each}`),
  );
  expect(found).toEqual([]);
}, 60_000);
