import { describe, expect, test } from "vitest";
import { usesColor } from "../../src/cli/report/process.js";

describe("colour", () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
    [false, { FORCE_COLOR: "1" }, true],
    [false, { FORCE_COLOR: "" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { FORCE_COLOR: "false" }, false],
  ])("the use of colour with a terminal %s and the environment %j is %s", (isTTY, environment, expected) => {
    expect(usesColor({ isTTY }, environment)).toBe(expected);
  });
});
