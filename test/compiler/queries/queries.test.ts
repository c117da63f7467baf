import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Finding } from "../../../src/text/diagnostics/diagnostic.js";
import { Key } from "../../../src/compiler/queries/query.js";
import { Queries } from "../../../src/compiler/queries/queries.js";
import { isEqual } from "../../../src/ir/equal.js";
import { ItemSource } from "../../../src/text/item-source.js";
import { Source } from "../../../src/text/source.js";

class Name extends Key {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

const source = new ItemSource("text", { path: "t", file: new Source("text"), start: 0 });

function finding(message: string): Finding {
  return { code: "c", severity: "error", span: { source, start: 0, end: 1 }, message, help: undefined, related: [] };
}

/** Notes each run of a computation. */
function counted(): { readonly runs: string[]; readonly run: <Value>(name: string, value: Value) => Value } {
  const runs: string[] = [];
  return {
    runs,
    run: (name, value) => {
      runs.push(name);
      return value;
    },
  };
}

test("a result is computed when it is first asked for, and again only after what it has read has changed", () => {
  const queries = new Queries("repeatedly");
  const { runs, run } = counted();
  const [a, b] = [queries.input(1), queries.input(1)];
  const double = queries.single(() => run("double", a.get() * 2));
  expect(runs).toEqual([]);
  expect([double.get(), double.get()]).toEqual([2, 2]);
  b.set(5);
  expect(double.get()).toBe(2);
  expect(runs).toEqual(["double"]);
  a.set(4);
  expect(double.get()).toBe(8);
  expect(runs).toEqual(["double", "double"]);
});

test("a result that comes out as before ends the change", () => {
  const queries = new Queries("repeatedly");
  const { runs, run } = counted();
  const text = queries.input("a b");
  const words = queries.single(() => run("words", text.get().trim().split(" ")));
  const count = queries.single(() => run("count", words.get().length));
  const first = words.get();
  expect(count.get()).toBe(2);
  text.set(" a b ");
  expect(count.get()).toBe(2);
  expect(words.get()).toBe(first);
  expect(runs).toEqual(["words", "count", "words"]);
  text.set("a b c");
  expect(count.get()).toBe(3);
});

test("what was read before a change may be read no more after it", () => {
  const queries = new Queries("repeatedly");
  const { runs, run } = counted();
  const isShort = queries.input(false);
  const text = queries.input<string | undefined>("long");
  const length = queries.single(() => run("length", text.get()?.length ?? expect.fail("It is not wanted any more.")));
  const shown = queries.single(() => (isShort.get() ? "short" : String(length.get())));
  expect(shown.get()).toBe("4");
  isShort.set(true);
  text.set(undefined);
  expect(shown.get()).toBe("short");
  expect(runs).toEqual(["length"]);
});

test("results are kept by key, and do not depend on the order in which they are asked for", () => {
  const make = (order: readonly string[]): unknown => {
    const queries = new Queries("repeatedly");
    const keys = new Map(["a", "b", "c"].map((text) => [text, new Name(text)]));
    const after = new Map([
      ["a", "b"],
      ["b", "c"],
    ]);
    const path = queries.query((name: Name): string => {
      const next = keys.get(after.get(name.text) ?? "");
      return next === undefined ? name.text : `${name.text}${path.get(next)}`;
    });
    order.forEach((text) => path.get(keys.get(text) ?? expect.fail()));
    return [...keys.values()].map((key) => path.get(key));
  };
  expect(make(["a", "b", "c"])).toEqual(["abc", "bc", "c"]);
  expect(make(["c", "b", "a"])).toEqual(["abc", "bc", "c"]);
});

test("findings are those of the results in use", () => {
  const queries = new Queries("repeatedly");
  const names = queries.input(["a", "b"]);
  const keys = new Map(["a", "b", "c"].map((text) => [text, new Name(text)]));
  const check = queries.query((name: Name) => {
    queries.report(finding(`${name.text} is wrong`));
  });
  const root = queries.single(() => {
    names.get().forEach((name) => {
      check.get(keys.get(name) ?? expect.fail());
    });
  });
  const messages = (): string[] => queries.findings(root).map(({ message }) => message);
  expect(messages()).toEqual(["a is wrong", "b is wrong"]);
  names.set(["b", "c"]);
  expect(messages()).toEqual(["b is wrong", "c is wrong"]);
  names.set([]);
  expect(messages()).toEqual([]);
  names.set(["a"]);
  expect(messages()).toEqual(["a is wrong"]);
});

test("a finding that changes while the value remains is seen", () => {
  const queries = new Queries("repeatedly");
  const text = queries.input("a");
  const check = queries.single(() => {
    queries.report(finding(text.get()));
  });
  const root = queries.single(() => {
    check.get();
  });
  expect(queries.findings(root).map(({ message }) => message)).toEqual(["a"]);
  text.set("b");
  expect(queries.findings(root).map(({ message }) => message)).toEqual(["b"]);
});

test("a finding that belongs to no result is an error, for nobody would see it", () => {
  expect(() => {
    new Queries("repeatedly").report(finding("lost"));
  }).toThrow("A finding was reported outside of any computation.");
});

test("a result that depends on itself is an error, and no lasting one", () => {
  const queries = new Queries("repeatedly");
  const isCircular = queries.input(true);
  const first = queries.single((): number => (isCircular.get() ? second.get() : 1));
  const second = queries.single((): number => first.get());
  expect(() => first.get()).toThrow("A result depends on itself.");
  isCircular.set(false);
  expect(second.get()).toBe(1);
});

test("who reads an entry of a map depends on that entry alone, also if it is absent", () => {
  const queries = new Queries("repeatedly");
  const { runs, run } = counted();
  const map = queries.inputMap<string, number>();
  const a = queries.single(() => run("a", map.get("a")));
  const all = queries.single(() => run("all", [...map.keys()].join()));
  a.keep();
  all.keep();
  expect([a.get(), all.get()]).toEqual([undefined, ""]);
  map.set(new Map([["b", 1]]));
  expect([a.get(), all.get()]).toEqual([undefined, "b"]);
  expect(runs).toEqual(["a", "all", "all"]);
  map.set(
    new Map([
      ["a", 2],
      ["b", 1],
    ]),
  );
  expect([a.get(), all.get()]).toEqual([2, "a,b"]);
});

test("plain data, lists, maps and sets are the same by what they hold, everything else by identity", () => {
  const name = new Name("a");
  expect(isEqual({ a: [1n, Number.NaN, { b: name }] }, { a: [1n, Number.NaN, { b: name }] })).toBe(true);
  expect(isEqual(new Name("a"), name)).toBe(false);
  expect(isEqual(new Map([["a", [1]]]), new Map([["a", [1]]]))).toBe(true);
  expect(isEqual(new Map([["a", [1]]]), new Map([["a", [2]]]))).toBe(false);
  expect(isEqual(new Set(["a", "b"]), new Set(["b", "a"]))).toBe(false);
  expect(isEqual({ a: undefined }, {})).toBe(false);
  expect(isEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
  expect(isEqual([1, 2], [1])).toBe(false);
  expect(isEqual(0, -0)).toBe(false);
});

test("what is computed only once records nothing, and refuses other inputs", () => {
  const queries = new Queries("once");
  const a = queries.input(1);
  a.set(2);
  const double = queries.single(() => a.get() * 2);
  expect(double.get()).toBe(4);
  a.set(2);
  expect(() => a.set(3)).toThrow("was not recorded");
});

test("a result is outdated if something that it has read comes out otherwise", () => {
  const queries = new Queries("repeatedly");
  const text = queries.input("a b");
  const words = queries.single(() => text.get().trim());
  const lengths = queries.query(({ text: name }: Name) => `${name} ${words.get().length}`);
  const key = new Name("length");
  expect(lengths.isOutdated(key)).toBe(false);
  expect(lengths.get(key)).toBe("length 3");
  text.set(" a b");
  expect(lengths.isOutdated(key)).toBe(false);
  text.set("a b c");
  expect(lengths.isOutdated(key)).toBe(true);
});

test("a change is looked for only where something may have changed", () => {
  const queries = new Queries("repeatedly");
  const { runs, run } = counted();
  const [left, right] = [queries.input(1), queries.input(1)];
  const reads: string[] = [];
  const half = (name: string, input: typeof left): (() => number) => {
    const result = queries.single(() => run(name, input.get() > 0 ? 1 : 0));
    return () => {
      reads.push(name);
      return result.get();
    };
  };
  const [first, second] = [half("left", left), half("right", right)];
  const sum = queries.single(() => run("sum", first() + second()));
  expect(queries.findings(sum)).toEqual([]);
  left.set(2);
  expect(queries.findings(sum)).toEqual([]);
  expect(sum.get()).toBe(2);
  expect(runs).toEqual(["left", "right", "sum", "left"]);
  left.set(-1);
  expect(sum.get()).toBe(1);
  expect(runs).toEqual(["left", "right", "sum", "left", "left", "sum"]);
});

test("a result that is not in use any more is right when it is used again", () => {
  const queries = new Queries("repeatedly");
  const isWanted = queries.input(true);
  const text = queries.input("a");
  const check = queries.query((name: Name) => {
    queries.report(finding(`${name.text} ${text.get()}`));
    return text.get();
  });
  const key = new Name("is");
  const root = queries.single(() => (isWanted.get() ? check.get(key) : ""));
  const messages = (): string[] => queries.findings(root).map(({ message }) => message);
  expect(messages()).toEqual(["is a"]);
  isWanted.set(false);
  expect(messages()).toEqual([]);
  text.set("b");
  expect(messages()).toEqual([]);
  isWanted.set(true);
  expect(messages()).toEqual(["is b"]);
  text.set("c");
  expect(messages()).toEqual(["is c"]);
});

test("LSP-82: what a result has read before it changed between steps has no findings any more", () => {
  for (const steps of [1, 2, 3]) {
    const queries = new Queries("repeatedly");
    const isWanted = queries.input(true);
    const check = queries.single(() => {
      queries.report(finding("wrong"));
    });
    const root = queries.single(() => {
      if (isWanted.get()) {
        check.get();
      }
    });
    const keeping = queries.keepInSteps(root);
    const done = Array.from({ length: steps }, () => keeping.next().done);
    expect(done.at(-1)).toBe(steps === 3);
    isWanted.set(false);
    expect(queries.findings(root)).toEqual([]);
    keeping.next();
    expect(queries.findings(root)).toEqual([]);
    isWanted.set(true);
    expect(queries.findings(root).map(({ message }) => message)).toEqual(["wrong"]);
  }
});

test("what depends on a result of the whole is looked at only if that has changed", () => {
  const queries = new Queries("repeatedly");
  const { runs, run } = counted();
  const texts = queries.input(["a", "b"]);
  const count = queries.single(() => run("count", texts.get().length));
  const isMany = queries.query((name: Name) => run(name.text, count.get() > 2));
  const keys = ["x", "y"].map((text) => new Name(text));
  const root = queries.single(() => keys.filter((key) => isMany.get(key)).length);
  queries.findings(root);
  expect(runs).toEqual(["count", "x", "y"]);
  texts.set(["a", "c"]);
  expect(isMany.isUpToDate(keys[0] ?? expect.fail())).toBe(true);
  expect(root.get()).toBe(0);
  texts.set(["a", "b", "c"]);
  expect(root.get()).toBe(2);
  expect(runs).toEqual(["count", "x", "y", "count", "count", "x", "y"]);
});

test("a result of the whole that depends on a later one is an error", () => {
  const queries = new Queries("repeatedly");
  const text = queries.input("a");
  const first: { get: () => number } = queries.single(() => Math.sign(second.get()));
  const second = queries.single(() => text.get().length);
  const root = queries.single(() => first.get() + second.get());
  queries.findings(root);
  text.set("ab");
  expect(() => root.get()).toThrow("depends on one that is declared after it");
});

test("an entry of a map that is gone and that nobody reads is not kept", () => {
  const queries = new Queries("repeatedly");
  const map = queries.inputMap<string, number>();
  const asked = queries.input("a");
  const value = queries.single(() => map.get(asked.get()) ?? 0);
  const other = queries.single(() => map.get("a") ?? 0);
  expect([other.get(), queries.findings(value), value.get()]).toEqual([0, [], 0]);
  asked.set("b");
  queries.findings(value);
  map.set(new Map([["b", 1]]));
  expect(value.get()).toBe(1);
  map.set(new Map([["a", 2]]));
  expect([value.get(), other.get()]).toEqual([0, 2]);
});

test("what a result has read before is not held once it is gone (LSP-81)", async () => {
  const queries = new Queries("repeatedly");
  const inputs = queries.input(
    ["a", "b", "c"].map((text) => queries.input(text)),
    Object.is,
  );
  const all = queries.single(() => inputs.get().map((input) => input.get()));
  expect(all.get()).toEqual(["a", "b", "c"]);
  const gone = inputs.get().map((input) => new WeakRef(input));
  inputs.set([]);
  expect(all.get()).toEqual([]);
  await collectGarbage();
  expect(gone.map((input) => input.deref())).toEqual([undefined, undefined, undefined]);
});

async function collectGarbage(): Promise<void> {
  // What a weak reference was made of lives until the end of the turn.
  await new Promise((resume) => setImmediate(resume));
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
