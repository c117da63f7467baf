import { describe, expect, test } from "vitest";
import { pascalCase } from "../../../src/generator/facts/naming.js";
import type { Api, Name, Type } from "../../../src/ir/api.js";
import { Lookup } from "../../../src/ir/walk.js";
import { MarkedPlaces } from "../../../src/exports/privacy/marked-places.js";
import { renderPrivacy } from "../../../src/exports/privacy/render.js";
import { privacyReport } from "../../../src/exports/privacy/report.js";
import { callerView } from "../../../src/values/caller-view.js";
import { Random } from "../../../src/values/random.js";
import { noInterests, Sampler } from "../../../src/values/sampler.js";
import { corpusFolder } from "../../support/corpus.js";
import { compileFiles } from "../../support/examples.js";
import { generatedPackage } from "../../support/packages.js";
import { apiOf } from "../../support/stone.js";

describe.each(["wirelab", "transit", "clinic", "corners"])("PRIV-5: what is redacted of messages of %s", (name) => {
  const api = compileFiles(corpusFolder(name));
  const permissions = callersOf(api);
  const lookup = new Lookup(callerView(api, permissions).api);
  const places = new MarkedPlaces(lookup);

  test("PRIV-5: what is redacted of messages is what the report lists, for random values of all types", async () => {
    const sampler = new Sampler(lookup, new Random(name), noInterests);
    for (const { name: namespace, types, aliases } of api.namespaces) {
      if (types.length === 0 && aliases.length === 0) {
        continue; // the package has nothing of it
      }
      const codecs = await generatedPackage(name, namespace);
      for (const type of [...types, ...aliases].map((one): Type => ({ kind: "ref", namespace, name: one.name }))) {
        const listed = new Set(places.in(type).flatMap(({ path, mark }) => (mark.kind === "redactor" ? [path] : [])));
        const found = new Set<string>();
        const stem = pascalCase((type as Name).name);
        for (let turn = 0; turn < (listed.size > 0 ? 150 : 3); turn += 1) {
          const messages = attempt(() => {
            const value: unknown = codecs[`decode${stem}`](toNumbers(sampler.sample(type)), { permissions });
            const sent: unknown = codecs[`encode${stem}`](value, { permissions });
            return { sent, logged: codecs[`redact${stem}`](value, { permissions }) as unknown };
          });
          if (messages !== undefined) {
            const { sent, logged } = messages;
            new Comparison(lookup).compare(sent, logged, type, "", []).forEach((path) => found.add(path));
          }
        }
        const isDeep = (path: string): boolean => path.split(/[.…]/).length > 2; // random values have little in them there
        const missing = [...listed].filter((path) => !found.has(path) && !isDeep(path));
        expect({ unlisted: [...found].filter((path) => !listed.has(path)), missing }, `${namespace}.${stem}`).toEqual({
          unlisted: [],
          missing: [],
        });
      }
    }
  });
});

/** Where two messages of a type differ, as the report names places. */
class Comparison {
  readonly #lookup: Lookup;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  compare(
    sent: unknown,
    logged: unknown,
    type: Type,
    path: string,
    inside: readonly (readonly [string, string])[],
  ): string[] {
    if (typeof sent !== "object" || sent === null || typeof logged !== "object" || logged === null) {
      return JSON.stringify(sent) === JSON.stringify(logged) ? [] : [path];
    }
    const bare = this.#lookup.bare(type);
    const members = Object.entries(sent).map(
      ([key, member]) => [key, member, (logged as Record<string, unknown>)[key]] as const,
    );
    switch (bare.kind) {
      case "list":
        return members.flatMap(([, a, b]) => this.compare(a, b, bare.of, `${path}[]`, inside));
      case "map":
        return members.flatMap(([, a, b]) => this.compare(a, b, bare.value, `${path}{}`, inside));
      case "ref": {
        const definition = this.#lookup.definition(bare);
        const key = `${bare.namespace}.${bare.name}`;
        const entered = inside.filter(([outer]) => outer === key);
        const here = entered.length === 0 ? path : (entered[1]?.[1] ?? `${path}…`);
        const within = [...inside, [key, here] as const];
        const tag = (sent as { ".tag"?: string })[".tag"];
        if (definition.kind === "union") {
          const field = this.#lookup.allFields(bare).find((one) => one.field.name === tag)?.field;
          const struct = field && this.#lookup.plainStruct(this.#lookup.withoutNull(field.type));
          return field === undefined
            ? []
            : struct === undefined
              ? members.flatMap(([name, a, b]) =>
                  name === ".tag" ? [] : this.compare(a, b, field.type, `${here}<${tag ?? ""}>.${name}`, within),
                )
              : this.#fields(
                  members,
                  struct.name,
                  `${here}<${tag ?? ""}>`,
                  within,
                  `${struct.name.namespace}.${struct.name.name}`,
                );
        }
        const subtype =
          definition.kind === "struct" ? definition.subtypes?.tags.find(({ name }) => name === tag) : undefined;
        return subtype === undefined
          ? this.#fields(members, bare, here, within)
          : this.#fields(members, subtype.type, `${here}<${tag ?? ""}>`, within);
      }
      default:
        return [];
    }
  }

  /** The fields of a struct; of one that is entered here, if its key is given. */
  #fields(
    members: readonly (readonly [string, unknown, unknown])[],
    struct: Name,
    path: string,
    inside: readonly (readonly [string, string])[],
    entering?: string,
  ): string[] {
    const entered = inside.filter(([outer]) => outer === entering);
    const here = entering === undefined || entered.length === 0 ? path : (entered[1]?.[1] ?? `${path}…`);
    const within = entering === undefined ? inside : [...inside, [entering, here] as const];
    return members.flatMap(([name, a, b]) => {
      const field = this.#lookup.allFields(struct).find((one) => one.field.name === name)?.field;
      return field === undefined ? [] : this.compare(a, b, field.type, here === "" ? name : `${here}.${name}`, within);
    });
  }
}

function callersOf(api: Api): string[] {
  const fields = api.namespaces.flatMap(({ types }) => types.flatMap((type) => type.fields));
  return [...new Set(fields.flatMap(({ omittedCaller }) => omittedCaller ?? []))];
}

/** What a sampler gives as JSON: integers that a number cannot hold are made smaller. */
function toNumbers(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === "bigint" ? (Number.isSafeInteger(Number(one)) ? Number(one) : 7) : one,
    ),
  ) as unknown;
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const spec = `
import privacy

struct Person
    "Somebody."
    email String
        @privacy.Secret
    name String
        @privacy.Contact
    notes Map(String, String)?
        @privacy.Secret
    friends List(Person)
    plan Plan?
        @privacy.Staff

union Plan
    free
    paid Card
    gift String
        @privacy.Digits

struct Card
    number privacy.CardNumber

    example default
        number = "4111 1111"

struct Letter
    email String

route find (Letter, List(Person), Plan)

namespace privacy

annotation_type PersonalData
    "Data about a person (GDPR)."
    category String
    years UInt32 = 2

annotation Secret = RedactedBlot()
annotation Digits = RedactedHash("([0-9]+)$")
annotation Staff = Omitted("staff")
annotation Contact = PersonalData(category="contact")

alias CardNumber = String
    @Secret
`;

describe("the report", () => {
  const report = privacyReport(apiOf(spec));

  test("PRIV-1, PRIV-2: the privacy report lists each place with its mark, through lists, variants and aliases, recursive ones once", () => {
    const places = report.rows.map(({ part, path, kind }) => `${part} ${path} ${kind}`);
    const person = (at: string): string[] => [
      `result ${at}.email blot`,
      `result ${at}.name annotation`,
      `result ${at}.notes{} blot`,
    ];
    const plan = (at: string): string[] => [
      `result ${at}.plan omitted`,
      `result ${at}.plan<paid>.number blot`,
      `result ${at}.plan<gift>.gift hash`,
    ];
    expect(places.filter((place) => !place.includes("…"))).toEqual([
      ...person("[]"),
      ...plan("[]"),
      "error <paid>.number blot",
      "error <gift>.gift hash",
    ]);
    expect(places.filter((place) => place.includes("…") && !place.includes("plan"))).toEqual(person("[].friends[]…"));
    expect(report.rows.find(({ kind }) => kind === "hash")).toEqual({
      route: "t/find",
      part: "result",
      direction: "out of",
      path: "[].friends[]….plan<gift>.gift",
      kind: "hash",
      expression: "([0-9]+)$",
      annotation: "privacy.Digits",
      permission: undefined,
      authentication: [],
    });
  });

  test("PRIV-3: the privacy report finds what looks like an oversight", () => {
    expect([...new Set(report.findings.map(({ code, place }) => `${code} ${place}`))]).toEqual([
      "unredacted-twin t.Letter.email",
      "redacted-in-error t/find",
      "redacted-in-example t.Card.number",
      "key-not-redacted t.Person.notes",
    ]);
    const quiet = privacyReport(apiOf(spec.replace("(Letter, List(Person), Plan)", "(Person, Void, Void)")));
    expect(quiet.findings.map(({ code }) => code)).toContain("result-not-redacted");
  });

  test("PRIV-4: the privacy report has the arguments of chosen annotations as columns", () => {
    for (const annotations of [["privacy.PersonalData"], ["privacy.Contact"]]) {
      const chosen = privacyReport(apiOf(spec), { annotations });
      expect(renderPrivacy(chosen, "csv", annotations).split("\r\n").slice(0, 2)).toEqual([
        "route,part,direction,path,kind,expression,annotation,category,years,doc,caller,permission,authentication",
        "t/find,result,out of,[].name,annotation,,privacy.Contact,contact,2,Data about a person (GDPR).,,,",
      ]);
    }
  });

  test("PRIV-7: types that no route reaches have a section of their own, but not those that others of them hold", () => {
    const unreached = spec.replace(
      "namespace privacy\n",
      `
struct TokenResponse
    access_token String
        @privacy.Secret
    owner Account
    person Person?

struct Account
    card privacy.CardNumber

struct RingA
    b RingB?

struct RingB
    a RingA?
    secret String
        @privacy.Secret

struct Base
    inherited String
        @privacy.Secret

struct Derived extends Base
    x String

route derive (Derived, Void, Void)

namespace privacy
`,
    );
    const withTypes = privacyReport(apiOf(unreached));
    const places = withTypes.types.map(({ type, path }) => `${type} ${path}`);
    expect(places.filter((place) => !place.includes("person"))).toEqual([
      "t.Base inherited",
      "t.TokenResponse access_token",
      "t.TokenResponse owner.card",
      "t.RingA b.a….b….secret",
      "t.RingA b.secret",
    ]);
    expect(places).toContain("t.TokenResponse person.email");
    expect(withTypes.rows.map(({ path }) => path)).toContain("inherited");
    expect(renderPrivacy(withTypes, "markdown", [])).toContain(
      "\n\n## Types that no route reaches\n\n| type | path | kind | expression | annotation | arguments | doc | caller |\n| --- |",
    );
    expect(renderPrivacy(withTypes, "csv", [])).toContain(
      "\r\n,,,t.TokenResponse.owner.card,blot,,privacy.Secret,,,,,\r\n",
    );
    const chosen = privacyReport(apiOf(unreached), { annotations: ["privacy.Contact"] });
    expect(new Set(chosen.types.map(({ annotation }) => annotation))).toEqual(new Set(["privacy.Contact"]));
    expect(report.types).toEqual([]);
  });

  test("the privacy report is a table in Markdown, in which nothing of a specification is markup", () => {
    const text = renderPrivacy(report, "markdown", []);
    expect(text).toContain(
      "| t/find | result | out of | \\[\\].plan\\<gift\\>.gift | hash | (\\[0-9\\]+)$ | privacy.Digits |",
    );
    expect(text).toContain("- `key-not-redacted` `t.Person.notes`: The values of the map are redacted");
    expect(renderPrivacy({ rows: [], types: [], findings: [] }, "markdown", [])).toBe(
      "# Private data\n\nNo message carries marked data.\n",
    );
    expect(JSON.parse(renderPrivacy(report, "json", []))).toEqual(JSON.parse(JSON.stringify(report)));
  });
});
