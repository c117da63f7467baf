import { beforeAll, describe, expect, test } from "vitest";
import { completeMatch, largeMatchCost, moduleErrors, unions } from "./match-errors.js";

const partialMatch = `${unions}
export const told = match(metadata, {
  file: (file) => { same<typeof file, File>(); return file.size; },
  _: (rest) => { same<typeof rest, Folder | Deleted | UnknownVariant>(); return rest[".tag"] === "folder" ? rest.id : null; },
});
same<typeof told, number | string | null>();
match(metadata, { _: (all) => { same<typeof all, typeof metadata>(); } });
match(metadata, {
  file: () => 1, folder: () => 2, deleted: () => 3, _: (newer) => { same<typeof newer, UnknownVariant>(); },
});
match(status, { complete: () => 2, _: (rest) => { same<typeof rest, { ".tag": "in_progress" }>(); } });
`;

const mistakes = [
  ["match(metadata, { file: () => 1, $unknown: () => 2 });", '"no handler for": "deleted" | "folder"'],
  ["match(metadata, { file: () => 1, folder: () => 2, deleted: () => 3 });", '"no handler for": "$unknown"'],
  ["match(metadata, { file: () => 1, link: () => 5, _: () => 3 });", '"no variant is": "link"'],
  ["match(status, { in_progress: () => 1, complete: () => 2, $unknown: () => 3 });", '"no variant is": "$unknown"'],
  ["match(metadata, { $unknown: () => 2, _: () => 3 });", '"_ handles newer variants too": "remove $unknown"'],
];

const retriedErrors = `
import { createClient, type CallOptions } from "../spec/dist/index.js";

const client = createClient({ hosts: "http://localhost", retry: { errors: ["too_many_files"] } });
const copied = { from_path: "/a", to_path: "/b" };
client.files.copy(copied, { retry: { errors: ["to/conflict", "to/conflict/file"] } });
// @ts-expect-error there is no such path
client.files.copy(copied, { retry: { errors: ["to/conflict/cat"] } });
client.files.download({ path: "/a" }, { retry: { errors: ["path/not_found"] } });
// @ts-expect-error this route has no such error
client.files.download({ path: "/a" }, { retry: { errors: ["to/conflict"] } });
export const copyWith = (options: CallOptions) => client.files.copy(copied, options);
`;

const typedErrors = `
import { createClient, isRouteError, type files, type Outcome, type RouteError } from "../spec/dist/index.js";
import { copy, getMetadata } from "../spec/dist/files/index.js";

const client = createClient({ hosts: "http://localhost" });
export async function main(): Promise<string> {
  try {
    await client.files.copy({ from_path: "/a", to_path: "/b" });
  } catch (thrown) {
    same<typeof thrown, unknown>();
    if (isRouteError(thrown, copy)) {
      same<typeof thrown, RouteError<files.RelocationError>>();
      thrown.is("to");
      thrown.is("to/conflict");
      thrown.is("to/conflict/file");
      // @ts-expect-error there is no such path
      thrown.is("to/conflict/cat");
      // @ts-expect-error nor one that begins further in
      thrown.is("conflict/file");
      same<typeof thrown.status, number>();
    }
    if (isRouteError(thrown, getMetadata)) {
      // @ts-expect-error this route has no such error
      thrown.is("to/conflict/file");
    }
  }
  const outcome = await client.files.copy({ from_path: "/a", to_path: "/b" }).outcome();
  same<typeof outcome, Outcome<files.Metadata, files.RelocationError>>();
  if (outcome.ok) {
    same<typeof outcome.value, files.Metadata>();
    // @ts-expect-error a success has no error
    outcome.error;
    return outcome.value.name;
  }
  same<typeof outcome.error, files.RelocationError>();
  // @ts-expect-error a failure has no value
  outcome.value;
  return outcome.thrown.is("to/conflict/file") ? "there is a file" : outcome.summary;
}
`;

describe("types of the package of spec", () => {
  let errors: readonly string[];
  const errorsIn = (name: string): string[] => errors.filter((error) => error.startsWith(`${name}.mts`));

  beforeAll(async () => {
    const output = await moduleErrors("typescript-newest", {
      complete: completeMatch,
      partial: partialMatch,
      mistakes: unions + mistakes.map(([code]) => code).join("\n"),
      errors: typedErrors,
      retries: retriedErrors,
    });
    errors = output.split(/\n(?=\S)/).map((error) => error.replace(/^[^(]*\//, ""));
    expect(errors.filter((error) => !/^(complete|partial|mistakes|errors|retries)\.mts/.test(error))).toEqual([]);
  });

  test("match with a handler for each variant narrows them, wants $unknown for open unions, and returns all results", () => {
    expect(errorsIn("complete")).toEqual([]);
  });

  test("match with _ is partial, and its parameter is what is left", () => {
    expect(errorsIn("partial")).toEqual([]);
  });

  test("the type errors of match name what is wrong", () => {
    const required = errorsIn("mistakes").join("\n").matchAll(/required in type 'Incomplete<\{ readonly (.*); \}>'/g);
    expect([...required].map(([, lacking]) => lacking)).toEqual(mistakes.map(([, message]) => message));
  });

  test("PROD-15: the errors after which a call is retried are typed by its route", () => {
    expect(errorsIn("retries")).toEqual([]);
  });

  test("errors are typed where they are caught, by route and by literal paths", () => {
    expect(errorsIn("errors")).toEqual([]);
  });
});

test.each(["complete", "incomplete", "partial"] as const)(
  "a %s match on a union of 634 variants costs at most 30,000 instantiations",
  async (form) => {
    const { report, instantiations } = await largeMatchCost(form);
    expect(report.includes('"no handler for": "variant_0" | "variant_1" | "variant_2"')).toBe(form === "incomplete");
    expect(instantiations).toBeLessThan(30_000);
  },
);
