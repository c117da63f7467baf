import { describe, expect, test } from "vitest";
import type { Api, Json, Namespace, Route } from "../../../src/ir/api.js";
import { Lookup } from "../../../src/ir/walk.js";
import { chosenValue } from "../../../src/values/chosen-value.js";
import { callerView } from "../../../src/values/caller-view.js";
import { errorPaths } from "../../../src/values/error-paths.js";
import { corpusFolder } from "../../support/corpus.js";
import { describeWithDropbox } from "../../support/describe-with-dropbox.js";
import { compileFiles } from "../../support/examples.js";
import { generatedPackage, type AnyRoute } from "../../support/packages.js";
import { mutate, seeded } from "../schema/mutations.js";
import { MessageValidators, type Part } from "./messages.js";

describe.each(["spec", "wirelab", "clinic", "transit"])("the document of %s", (name) => {
  testProfiles(name, compileFiles(name === "spec" ? "spec" : corpusFolder(name)), name === "spec" ? 3 : 1, 6);
});

describeWithDropbox("the document of the public API", () => {
  testProfiles("dropbox", compileFiles(corpusFolder("dropbox")), 25, 3);
});

function testProfiles(name: string, api: Api, every: number, mutations: number): void {
  const binding = { preset: name === "dropbox" ? "dropbox" : "service" } as const;
  const routes = api.namespaces
    .flatMap((namespace) => namespace.routes.map((route) => ({ namespace, route })))
    .filter((_, index) => index % every === 0);
  const { api: shown } = callerView(api, []);
  const lookup = new Lookup(shown);

  /** Messages of a part of a route: the chosen one, those of error paths, and both with something changed. */
  function* messagesOf(route: Route, part: Part): Generator {
    const random = seeded(7);
    const chosen = chosenValue(route[part], lookup);
    const values = [
      ...(chosen === undefined ? [] : [chosen]),
      ...(part === "error" ? errorPaths(route.error, lookup).map(({ value }) => value) : []),
    ].filter((value) => !hasBigint(value));
    for (const value of values) {
      yield value;
      for (let count = 0; count < mutations; count += 1) {
        yield mutate(value, random);
      }
    }
  }

  test("OAPI-2, codegen: what our server sends is valid, and what is valid is accepted", async () => {
    const validators = new MessageValidators(api, { name, binding });
    const wrong: string[] = [];
    let valid = 0;
    for (const { namespace, route } of routes) {
      const codecs = await codecsOf(name, namespace, route);
      for (const part of ["arg", "result", "error"] as const) {
        for (const message of messagesOf(route, part)) {
          const text = `${namespace.name}/${route.name} ${part} ${JSON.stringify(message)}`;
          const read = attempt(() => codecs.decode(part, message, part === "arg"));
          const isValid = validators.accepts(namespace, route, part, message);
          if (isValid === true && read === undefined) {
            wrong.push(`valid and refused: ${text}`);
          }
          valid += isValid === true ? 1 : 0;
          const sent =
            part !== "arg" && read !== undefined ? attempt(() => codecs.encode(part, read.value)) : undefined;
          if (sent !== undefined && validators.accepts(namespace, route, part, sent.value ?? null) === false) {
            wrong.push(`sent and invalid: ${text}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(valid).toBeGreaterThan(routes.length);
  });

  test("OAPI-2, exact: what is valid is what is accepted", async () => {
    const validators = new MessageValidators(api, { name, binding, profile: "exact" });
    const wrong: string[] = [];
    for (const { namespace, route } of routes) {
      const codecs = await codecsOf(name, namespace, route);
      for (const part of ["arg", "result", "error"] as const) {
        for (const message of messagesOf(route, part)) {
          const isRead = attempt(() => codecs.decode(part, message, part === "arg")) !== undefined;
          const isValid = validators.accepts(namespace, route, part, message);
          if (isValid !== undefined && isValid !== isRead && !JSON.stringify(message).includes("9007199254740992")) {
            wrong.push(`${namespace.name}/${route.name} ${part} ${JSON.stringify(message)}: ${String(isValid)}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
}

interface Codecs {
  decode(part: Part, json: unknown, strict: boolean): unknown;
  encode(part: Part, value: unknown): unknown;
}

async function codecsOf(name: string, namespace: Namespace, { name: route, version }: Route): Promise<Codecs> {
  const exports = await generatedPackage(name, namespace.name);
  const value = Object.values(exports).find(
    (one: Partial<AnyRoute>) => one.name === `${namespace.name}/${route}` && one.version === version,
  ) as AnyRoute;
  const members = { arg: "Arg", result: "Result", error: "Error" } as const;
  return {
    decode: (part, json, strict) => value[`decode${members[part]}`](json, { strict }),
    encode: (part, given) => value[`encode${members[part]}`](given, { strict: true }),
  };
}

/** What a function returns; undefined if it throws. */
function attempt(run: () => unknown): { readonly value: unknown } | undefined {
  try {
    return { value: run() };
  } catch {
    return undefined;
  }
}

function hasBigint(value: Json): boolean {
  return (
    typeof value === "bigint" || (typeof value === "object" && value !== null && Object.values(value).some(hasBigint))
  );
}
