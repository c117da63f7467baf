import { expect, test } from "vitest";
import { isEqual } from "../../src/ir/equal.js";
import type { Input } from "../../src/queries/input.js";
import { Queries } from "../../src/queries/queries.js";
import type { Result } from "../../src/queries/result.js";
import { restoreResults, saveResults, type SavedResults } from "../../src/queries/saved-results.js";

/** The sum of two numbers, and a text that has it in words. */
interface Process {
  readonly queries: Queries;
  readonly a: Input<number>;
  readonly b: Input<number>;
  readonly text: Result<undefined, string>;
  /** What was computed. */
  readonly runs: readonly string[];
}

/** `wrap` decides in which form the sum is a result. */
function start(wrap: (sum: number) => ReadonlyMap<string, unknown>): Process {
  const queries = new Queries();
  const runs: string[] = [];
  const [a, b] = [queries.input<number>(1, isEqual, "a"), queries.input<number>(2, isEqual, "b")];
  const sum = queries.single(() => {
    runs.push("sum");
    return wrap(a.get() + b.get());
  }, "sum");
  const text = queries.single(() => {
    runs.push("text");
    return `It is ${String(sum.get().get("sum"))}.`;
  }, "text");
  return { queries, a, b, text, runs };
}

const plain = (sum: number): ReadonlyMap<string, unknown> => new Map([["sum", sum]]);

/** A process that begins where another one has ended. */
function continued(wrap: Parameters<typeof start>[0] = plain): Process {
  const before = start(wrap);
  before.text.get();
  const saved = JSON.parse(JSON.stringify(saveResults([before.text]))) as SavedResults;
  const process = start(wrap);
  restoreResults(
    saved,
    (id) => process.queries.findInput(id),
    (name) => process.queries.findResult(name, undefined),
  );
  return process;
}

test("a saved result is not computed if nothing has changed", () => {
  const { text, runs } = continued();
  expect(text.isCurrent()).toBe(true);
  expect(runs).toEqual([]);
});

test("what is asked for is computed from the saved values of what it reads", () => {
  const { text, runs } = continued();
  expect(text.get()).toBe("It is 3.");
  expect(runs).toEqual(["text"]);
});

test("a value that cannot be printed is computed again", () => {
  const { text, runs } = continued(
    (sum) =>
      new Map<string, unknown>([
        ["sum", sum],
        ["other", Symbol("other")],
      ]),
  );
  expect(text.get()).toBe("It is 3.");
  expect(runs).toEqual(["text", "sum"]);
});

test("a saved value is not used after a change", () => {
  const { a, text, runs } = continued();
  a.set(5);
  expect(text.isCurrent()).toBe(false);
  expect(text.get()).toBe("It is 7.");
  expect(runs).toEqual(["sum", "text"]);
});

test("a value that comes out as saved ends the change", () => {
  const { a, b, text, runs } = continued();
  a.set(2);
  b.set(1);
  expect(text.isCurrent()).toBe(true);
  expect(runs).toEqual(["sum"]);
});
