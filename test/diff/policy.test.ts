import { expect, test } from "vitest";
import { headline } from "../../src/cli/diff/wording.js";
import { diff } from "../../src/diff/diff.js";
import { findUnused, rule, type CompatPolicy } from "../../src/diff/policy.js";
import { Stability } from "../../src/diff/stability.js";
import { compileText } from "./compile-text.js";

const today = new Date("2026-06-30T23:59:59Z");
const routes = "route take(S, Void, Void)\nroute give(Void, S, Void)\n";
const annotations = "annotation Early = Preview()\nannotation Old = Deprecated()\n";

const required = { old: "struct S\n    a String\n", now: "struct S\n    a String\n    b String\n" };
const altered = { old: "struct S\n    a UInt32 = 1\n", now: "struct S\n    a UInt32 = 2\n" };
const extended = { old: "union S\n    a\n", now: "union S\n    a\n    b\n" };
const typed = { old: "struct S\n    a String?\n", now: 'struct S\n    a String = "x"\n' };

const deprecated = {
  old: "struct S\n    a String\n    b String?\n        @Old\n",
  now: "struct S\n    a String\n",
};
const preview = {
  old: "struct S\n    a String\n        @Early\n",
  now: "struct S\n    a String(max_length=9)\n        @Early\n",
};
const promised = { old: preview.old, now: "struct S\n    a String(max_length=9)\n" };

test.each<[string, { old: string; now: string }, CompatPolicy, string]>([
  ["CMP-80: at the level wire, messages fail", required, {}, "fail"],
  ["altering fails by default", altered, {}, "fail"],
  ["`altering` can warn", altered, { altering: "warn" }, "warn"],
  ["CMP-5: exhaustive matches are allowed by default", extended, { level: "source" }, "none"],
  ["`exhaustive` can warn", extended, { exhaustive: "warn" }, "warn"],
  ["`exhaustive` can fail", extended, { exhaustive: "fail" }, "fail"],
  ["`rules` come after the level", required, { rules: { "field-added-required": "off" } }, "none"],
  ["`rules` can make anything fail", extended, { rules: { "tag-added": "fail" } }, "fail"],
  ["an altering change fails at the level caller, too", typed, { level: "caller" }, "fail"],
  ["CMP-84: removal of what was deprecated fails by default", deprecated, {}, "fail"],
  ["CMP-84: removal of what was deprecated can warn", deprecated, { deprecated: "warn" }, "warn"],
  ["CMP-84: only removal of what was deprecated warns", required, { deprecated: "warn" }, "fail"],
  ["CMP-86: changes of previews warn", preview, {}, "warn"],
  ["CMP-86: changes of previews can fail", preview, { preview: "fail" }, "fail"],
  ["CMP-86: changes of previews can be off", preview, { preview: "off" }, "none"],
  ["CMP-86: taking Preview away is a promise", promised, {}, "fail"],
  [
    "CMP-81: an exception holds on its last day",
    required,
    { ignore: [{ rule: "field-*", subject: "n.S.*", reason: "Nobody uses it.", until: "2026-06-30" }] },
    "none",
  ],
  [
    "CMP-81: an exception has no effect afterwards",
    required,
    { ignore: [{ rule: "field-*", subject: "n.S.*", reason: "Nobody uses it.", until: "2026-06-29" }] },
    "fail",
  ],
  [
    "CMP-81: an exception is for the subjects that it names",
    required,
    { ignore: [{ rule: "*", subject: "n.S", reason: "Nobody uses it." }] },
    "fail",
  ],
])("%s", (_, { old, now }, policy, expected) => {
  expect(worstEffect(old, now, policy)).toBe(expected);
});

test("CMP-86: changes that only preview routes see warn", () => {
  const schema = 'namespace stone_cfg\nstruct Route\n    is_preview Boolean = false\n    stage String = "done"\n';
  const start = (size: string, attribute: string): ReturnType<typeof compileText> =>
    compileText(`struct S\n    size ${size}\nroute go(S, Void, Void)\n    attrs\n        ${attribute}\n`, schema);
  const effect = (attribute: string, policy: CompatPolicy = {}): unknown => {
    const [old, now] = [start("UInt64", attribute), start("UInt32", attribute)];
    return diff(old, now).findings.map((one) => rule(one, policy, new Stability(old, now), today).effect);
  };
  expect(effect("is_preview = true")).toEqual(["warn"]);
  expect(effect("is_preview = false")).toEqual(["fail"]);
});

test("CMP-81: exceptions that match nothing are found", () => {
  const entries = ["n.S.b", "n.S.c"].map((subject) => ({ rule: "field-added-*", subject, reason: "Nobody uses it." }));
  const { findings } = diff(compileText(required.old + routes), compileText(required.now + routes));
  expect(findUnused({ ignore: entries }, findings)).toEqual([entries[1]]);
});

test.each([
  ["request", { request: "breaks", response: "ok" }],
  ["response", { request: "ok", response: "breaks" }],
  ["both", { request: "breaks", response: "breaks" }],
] as const)("CMP-85: types that travel without a route are messages: %s", (direction, expected) => {
  const old = compileText("struct Event\n    body Body\nstruct Body\n    a String\n    size UInt32 = 3\n");
  const now = compileText("struct Event\n    body Body\nstruct Body\n    a Int32\n    size UInt32 = 3\n");
  expect(diff(old, now, { messages: { "n.Ev*": direction } }).findings).toMatchObject([
    { id: "kind-changed n.Body.a", verdict: expected },
  ]);
  expect(diff(old, now).findings).toMatchObject([{ verdict: { request: "ok", response: "ok" } }]);
});

test.each([
  [required, "0.4.1", "minor"],
  [required, "1.4.1", "major"],
  [required, undefined, "major"],
  [extended, "0.4.1", "patch"],
  [required, "10.0.0", "major"],
] as const)("CMP-110: versions 0.x rise by less: %j of %s", ({ old, now }, version, semver) => {
  const options = version === undefined ? {} : { version };
  expect(diff(compileText(old + routes), compileText(now + routes), options).summary.semver).toBe(semver);
});

test.each([
  ["0.4.1", "The next version is minor: below 1.0.0, breaking changes raise the minor version."],
  ["1.4.1", "The next version is major."],
])(
  "CMP-90, CMP-110: the headline says why a breaking change of %s does not raise the major version",
  (version, end) => {
    const report = diff(compileText(required.old + routes), compileText(required.now + routes), { version });
    expect(headline(report)).toMatch(/^1 breaking change reaches \d+ of 2 routes\. /);
    expect(headline(report).endsWith(end)).toBe(true);
  },
);

/** What becomes of the worst finding. */
function worstEffect(old: string, now: string, policy: CompatPolicy): string | undefined {
  const [before, after] = [old, now].map((text) => compileText(annotations + text + routes)) as [
    ReturnType<typeof compileText>,
    ReturnType<typeof compileText>,
  ];
  const standing = new Stability(before, after, policy.previewAttribute);
  const effects = diff(before, after).findings.map((finding) => rule(finding, policy, standing, today).effect);
  return ["fail", "warn", "none"].find((effect) => effects.includes(effect as "fail"));
}

test("CMP-82: comments of a specification make no exceptions, and ids do not depend on lines and files", () => {
  const ids = (...texts: Parameters<typeof compileText>): readonly string[] =>
    diff(compileText(required.old + routes), compileText(...texts)).findings.map(({ id }) => id);
  const comment = "# ashlar-diff-ignore field-added-required: nobody uses it\n# ashlar-ignore *\n";
  const expected = ["field-added-required n.S.b"];
  expect(ids(required.now + routes)).toEqual(expected);
  expect(ids(comment + required.now.replace("    b", `    ${comment.split("\n")[0]}\n    b`) + routes)).toEqual(
    expected,
  );
  expect(ids(`\n\n${routes}`, `namespace n\n${required.now}`)).toEqual(expected);
});

test("CMP-83: a value more of an attribute that requires something breaks requests; one less does not", () => {
  const schema = "namespace stone_cfg\nstruct Route\n    scope String?\n";
  const [without, one, other] = ["", '    attrs\n        scope = "a"\n', '    attrs\n        scope = "b"\n'].map(
    (attrs) => compileText(`route go(Void, Void, Void)\n${attrs}`, schema),
  );
  const requestOf = (...[before, after]: readonly (typeof one)[]): unknown =>
    before && after && diff(before, after, { requiredAttributes: ["scope"] }).findings[0]?.verdict.request;
  expect([requestOf(without, one), requestOf(one, other), requestOf(one, without)]).toEqual(["breaks", "breaks", "ok"]);
  expect(without && one && diff(without, one).findings[0]?.verdict.request).toBe("ok");
});
