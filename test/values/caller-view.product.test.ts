import { describe, expect, test } from "vitest";
import { Lookup } from "../../src/ir/walk.js";
import { callerView } from "../../src/values/caller-view.js";
import { chosenValue } from "../../src/values/chosen-value.js";
import { compileText } from "../diff/compile-text.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { packaged, packagedNames, refusal } from "./packaged.js";

const api = compileText(`
annotation Inside = Omitted("inside")
struct S
    open String
    secret String?
        @Inside
    mode Mode = hidden
    strict Strict = hidden
    nested List(T)
    example default
        open = "o"
        secret = "s"
        nested = [default]
    example without
        open = "o"
        mode = shown
        strict = shown
        nested = []
union Mode
    shown
    hidden
        @Inside
union_closed Strict
    shown
    hidden
        @Inside
struct T
    key String
    code String(pattern="[0-9]+")
        @Inside
    example default
        key = "k"
        code = "7"
struct Misfit
    text String(pattern="[0-9]+")
    example wrong
        text = "1 and more"
    example right
        text = "2"
struct Several
    a String
    example first
        a = "1"
    example default
        a = "2"
`);
const name = (type: string) => ({ kind: "ref", namespace: "n", name: type }) as const;

describe("OUT-5: the view of callers", () => {
  test("OUT-5: the view of callers has the fields and tags that they may see, without their condition", () => {
    const nobody = new Lookup(callerView(api, []).api);
    const inside = new Lookup(callerView(api, ["inside"]).api);
    const names = (lookup: Lookup, type: string): string[] =>
      lookup.allFields(name(type)).map(({ field }) => field.name);
    expect(names(nobody, "S")).toEqual(["open", "mode", "strict", "nested"]);
    expect(names(nobody, "Mode")).toEqual(["shown", "other"]);
    expect(names(inside, "S")).toEqual(["open", "secret", "mode", "strict", "nested"]);
    expect(inside.allFields(name("S")).map(({ field }) => field.omittedCaller)).not.toContain("inside");
  });

  test("OUT-5: the view of callers has the defaults that readers fill in: `other` for a hidden tag, and none in a closed union", () => {
    const fields = new Lookup(callerView(api, []).api).allFields(name("S")).map(({ field }) => field.default);
    expect(fields).toEqual([
      undefined,
      { tag: "other", union: { namespace: "n", name: "Mode" } },
      undefined,
      undefined,
    ]);
  });
});

describe("OUT-6: shown examples", () => {
  test("OUT-6: shown examples are without hidden fields at any depth, and are not shown with a hidden tag", () => {
    const lookup = new Lookup(callerView(api, []).api);
    expect(lookup.struct(name("T")).examples).toEqual([{ label: "default", doc: undefined, value: { key: "k" } }]);
    expect(lookup.struct(name("S")).examples.map(({ label }) => label)).toEqual(["without"]);
    expect(lookup.union(name("Mode")).examples.map(({ label }) => label)).toEqual(["shown", "other"]);
  });

  test("OUT-6: shown examples are those that readers accept; a note names the others", () => {
    const { api: view, notes } = callerView(api, []);
    expect(new Lookup(view).struct(name("Misfit")).examples.map(({ label }) => label)).toEqual(["right"]);
    expect(notes).toEqual([
      {
        code: "example-does-not-fit",
        place: "n.Misfit",
        reason: "The example 'wrong' is left out at text: the pattern [0-9]+ does not match it.",
      },
    ]);
  });

  test("OUT-6: shown examples are those that a package without bigints reads, where the view is that of one", () => {
    const large = compileText(`
struct Sizes
    size UInt64
    ratio Float64
    example large
        size = 9007199254740992
        ratio = 1.0
    example small
        size = 9007199254740991
        ratio = 1e300
`);
    const labels = (hasBigints: boolean): unknown =>
      new Lookup(callerView(large, [], hasBigints).api).struct(name("Sizes")).examples.map(({ label }) => label);
    expect(labels(true)).toEqual(["large", "small"]);
    expect(labels(false)).toEqual(["small"]);
    expect(callerView(large, [], false).notes.map(({ reason }) => reason)).toEqual([
      "The example 'large' is left out at size: 9007199254740992 is beyond ±9007199254740991, and 64-bit integers are numbers.",
    ]);
  });

  test("OUT-7: the example labelled default is chosen, or else the first", () => {
    const lookup = new Lookup(callerView(api, []).api);
    expect(chosenValue(name("Several"), lookup)).toEqual({ a: "2" });
    expect(chosenValue(name("Misfit"), lookup)).toEqual({ text: "2" });
    expect(chosenValue({ kind: "list", of: name("Several") }, lookup)).toEqual([{ a: "2" }]);
    expect(chosenValue({ kind: "map", key: { kind: "string" }, value: name("Several") }, lookup)).toEqual({});
  });
});

/** The same without what a package refuses whose 64-bit integers are numbers. */
function shownRefusal(decode: () => unknown): string | undefined {
  const problem = refusal(decode);
  return problem?.includes('int64: "number"') === true ? undefined : problem;
}

describe.each(packagedNames)("OUT-6: in %s", async (corpus) => {
  const { api: whole, decode, callers } = await packaged(corpus);

  test.each([{ permissions: [] }, { permissions: callers }])(
    "lenient readers accept what is shown, and refuse what a note is about, for callers with $permissions",
    ({ permissions }) => {
      const { api: view, notes } = callerView(whole, permissions);
      const left = new Set(notes.map(({ place, reason }) => `${place} ${/'(.*?)'/.exec(reason)?.[1] ?? ""}`));
      const refusals = view.namespaces.flatMap(({ name: namespace, types }) =>
        types.flatMap(({ name: type, examples }) =>
          examples.flatMap(
            ({ value }) => shownRefusal(() => decode({ namespace, name: type }, value, { permissions })) ?? [],
          ),
        ),
      );
      expect(refusals).toEqual([]);
      const accepted = whole.namespaces.flatMap(({ name: namespace, types }) =>
        types.flatMap(({ name: type, examples }) =>
          examples.filter(
            ({ label, value }) =>
              left.has(`${namespace}.${type} ${label}`) &&
              refusal(() => decode({ namespace, name: type }, value, { permissions })) === undefined,
          ),
        ),
      );
      expect(accepted).toEqual([]);
    },
  );
});

describeWithDropbox("OUT-6: the examples of the public specification", async () => {
  const { api: whole, decode } = await packaged("dropbox");
  const view = callerView(whole, []);

  test("OUT-6: strict readers refuse 18 examples of the public specification, beside that of each tag `other`; 2 are left out", () => {
    const refused = whole.namespaces.flatMap(({ name: namespace, types }) =>
      types.flatMap(({ name: type, examples }) =>
        examples.flatMap(({ label, value }) =>
          label === "other" ? [] : (refusal(() => decode({ namespace, name: type }, value, { strict: true })) ?? []),
        ),
      ),
    );
    expect(refused).toHaveLength(18);
    expect(view.notes.map(({ place }) => place)).toEqual([
      "team.LegalHoldHeldRevisionMetadata",
      "team.LegalHoldsListHeldRevisionResult",
    ]);
  });
});
