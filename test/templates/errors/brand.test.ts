import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import * as callErrors from "../../../templates/runtime/client/errors.js";
import { JobTimeoutError } from "../../../templates/runtime/client/waiting.js";
import * as codecErrors from "../../../templates/runtime/codecs/codec-error.js";
import { OAuthError } from "../../../templates/runtime/oauth/error.js";
import { Refusal, RouteFailure } from "../../../templates/runtime/server/refusal.js";

const exported: Readonly<Record<string, unknown>> = {
  ...callErrors,
  ...codecErrors,
  ...{ JobTimeoutError, OAuthError, Refusal, RouteFailure },
};
// An ArgumentError is an EncodeError that is an ApiError as well: it has the brands of both.
const classes = Object.entries(exported).filter(([name]) => /^[A-Z]/.test(name) && name !== "ArgumentError");

/** What a class of another copy of the package makes, which extends a class for each of the other brands. */
function marked(...brands: readonly string[]): object {
  let type: new (message: string) => Error = Error;
  for (const brand of brands.toReversed()) {
    type = class extends type {
      static readonly brand: string = brand;
    };
  }
  return new type("from elsewhere");
}

describe("errors of generated packages", () => {
  test.each(classes)("the error class %s has a brand of its own, which is its name", (name, type) => {
    expect(type).toSatisfy((value: object) => Object.hasOwn(value, "brand"));
    expect(type).toHaveProperty("brand", name);
  });

  test.each(classes)("an error of another copy with the brand %s is an instance of it", (name, type) => {
    const isInstance = (value: unknown): boolean => value instanceof (type as typeof Error);
    expect(isInstance(marked("Other", name))).toBe(true);
    expect([marked("Other"), marked(), new Error(name), name, undefined, null, {}].filter(isInstance)).toEqual([]);
  });

  test("an ArgumentError is an EncodeError and an ApiError", () => {
    const error = new callErrors.ArgumentError(
      "a/b",
      new codecErrors.EncodeError(["size"], { code: "wrong-type", expected: "a number", found: "a text" }),
    );
    expect(error).toBeInstanceOf(codecErrors.EncodeError);
    expect(error).toBeInstanceOf(callErrors.ApiError);
    expect(error).not.toBeInstanceOf(callErrors.ResponseError);
  });

  test("a class of the application that extends one of them has instances of its own only", () => {
    class Refined extends callErrors.TimeoutError {}
    expect(new callErrors.TimeoutError("a/b", 1)).not.toBeInstanceOf(Refined);
    expect(new Refined("a/b", 1)).toBeInstanceOf(Refined);
    expect(new Refined("a/b", 1)).toBeInstanceOf(callErrors.TimeoutError);
    expect(new Refined("a/b", 1)).toBeInstanceOf(callErrors.ApiError);
  });

  test("a brand does not show where an error is printed or turned into JSON", () => {
    const error = new callErrors.TimeoutError("a/b", 1);
    expect(inspect(error)).not.toContain("brands");
    expect(JSON.stringify(error)).not.toContain("brand");
  });
});
