import { describe, expect, expectTypeOf, test } from "vitest";
import { errorPath, errorSummary, type ErrorPath } from "../../../templates/runtime/routes/error-summary.js";
import type { CopyError } from "../rpc-samples.js";

describe("the chain of tags of an error (B-244)", () => {
  test("the chain of tags of an error goes through the value under a variant's own name", () => {
    expect(errorPath({ ".tag": "path", path: { ".tag": "not_found" } })).toBe("path/not_found");
    expect(errorPath({ ".tag": "a", a: { ".tag": "b", b: { ".tag": "c" } } })).toBe("a/b/c");
  });

  test("the chain of tags of an error goes through the first union among the fields of a variant's struct", () => {
    const error = {
      ".tag": "path",
      depth: 1,
      reason: { ".tag": "conflict", conflict: { ".tag": "file" } },
      x: { ".tag": "y" },
    };
    expect(errorPath(error)).toBe("path/conflict/file");
  });

  test("the chain of tags of an error prefers the value under the variant's own name to other members", () => {
    expect(errorPath({ ".tag": "to", first: { ".tag": "no" }, to: { ".tag": "yes" } })).toBe("to/yes");
  });

  test("the chain of tags of an error ends at a struct without a union", () => {
    const error = { ".tag": "status_error", status_error: { ".tag": "active" }, folder: { name: "x" } };
    expect(errorPath(error)).toBe("status_error/active");
  });

  test("the chain of tags of an error takes a bare string for a tag at the outside only, as further in it may be a String", () => {
    expect(errorPath("not_found")).toBe("not_found");
    expect(errorPath({ ".tag": "malformed_path", malformed_path: "/a//b" })).toBe("malformed_path");
  });

  test("the chain of tags of an error starts at the first union of an error that is a struct itself", () => {
    expect(errorPath({ retry_after: 1, reason: { ".tag": "too_many_requests" } })).toBe("too_many_requests");
  });

  test("the chain of tags of an error is empty for what has no tags", () => {
    for (const error of [null, undefined, 7, {}, [], [{ ".tag": "x" }], { ".tag": 1 }]) {
      expect(errorPath(error)).toBe("");
    }
  });

  test("the chain of tags of an error is not led astray by names of JavaScript's own", () => {
    for (const tag of ["__proto__", "constructor", "toString"]) {
      expect(errorPath(JSON.parse(`{".tag":"${tag}"}`))).toBe(tag);
      expect(errorPath(JSON.parse(`{".tag":"${tag}","${tag}":{".tag":"x"}}`))).toBe(`${tag}/x`);
    }
  });

  test("the chain of tags of an error ends in a slash and a run of dots that varies", () => {
    const error = { ".tag": "from_lookup", from_lookup: { ".tag": "not_found" } };
    const summaries = Array.from({ length: 60 }, () => errorSummary(error));
    for (const summary of summaries) {
      expect(summary).toMatch(/^from_lookup\/not_found\/\.*$/);
    }
    expect(new Set(summaries).size).toBeGreaterThan(1);
  });

  test("the chain of tags of an error has as many dots as the caller's source of numbers says", () => {
    const error = { ".tag": "not_found" };
    const summaries = [0, 0.25, 0.5, 0.999].map((number) => errorSummary(error, () => number));
    expect(summaries).toEqual(["not_found/", "not_found/.", "not_found/..", "not_found/..."]);
  });
});

describe("the type of the paths of an error", () => {
  test("the type of the paths of an error has each chain of known tags", () => {
    expectTypeOf<ErrorPath<CopyError>>().toEqualTypeOf<
      "from_lookup" | "from_lookup/not_found" | "from_lookup/malformed_path" | "to" | "to/conflict" | "other"
    >();
  });

  test("the type of the paths of an error is any string where nothing is known of the error, and none where there is no error", () => {
    expectTypeOf<ErrorPath<unknown>>().toEqualTypeOf<string>();
    expectTypeOf<ErrorPath<null>>().toEqualTypeOf<never>();
  });

  test("the type of the paths of an error has an end for a union that contains itself", () => {
    interface Nested {
      readonly ".tag": "again";
      readonly again: Nested;
    }
    expectTypeOf<"again/again/again/again/again">().toExtend<ErrorPath<Nested>>();
  });
});
