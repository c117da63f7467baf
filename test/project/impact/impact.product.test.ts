import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith, type Outcome } from "../../cli/command-line.js";

const shop = `namespace shop

struct Item
    name String
    price UInt32 = 1
    kind Kind = plain

union Kind
    plain
    rare
    old

union BuyError
    sold_out
    too_expensive Item

route find_item(String, Item, Void)
route buy(Item, Item, BuyError)
route sell(Item, Void, Void)
route leave(Void, Void, Void)
`;

const program = `import { createClient, match, type shop } from "shop-api";
import { sell } from "shop-api/shop";

const client = createClient({ hosts: "https://shop.example" });
const item: shop.ItemInput = { name: "Lamp", kind: "rare" };
const { price: cost, name } = await client.shop.buy(item);
export const total = cost + 1;
export const route = sell;
export function explain(error: shop.BuyError): string {
  if (error[".tag"] === "sold_out") return name;
  switch (error[".tag"]) {
    case "too_expensive":
      return error.name;
    default:
      return "";
  }
}
export const texts = (error: shop.BuyError): string => match(error, { sold_out: () => "", too_expensive: (dear) => dear.name, other: () => "", _: () => "" });
export const wrong: shop.BuyError = { ".tag": "sold_out" };
export const loose = client as any;
`;

const tsconfig =
  '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [] }, "include": ["*.ts"] }';

/** Compares the specification with a changed one, for a program. */
function impact(
  change: (spec: string) => string,
  args: readonly string[] = [],
  source = program,
  old = shop,
): Promise<Outcome> {
  const folder = folderWith({
    "ashlar.config.json": JSON.stringify({
      specs: "now.stone",
      package: { name: "shop-api" },
      binding: { preset: "service" },
    }),
    "old.stone": old,
    "now.stone": change(shop),
    "app/package.json": '{ "type": "module" }',
    "app/tsconfig.json": tsconfig,
    "app/program.ts": source,
    "other/tsconfig.json": tsconfig,
    "other/empty.ts": "export {};\n",
  });
  return ashlar(["diff", "old.stone", "now.stone", "--impact", "app", ...args], { cwd: folder });
}

/** The places of findings, each as "id: line: text of the name", and of other errors. */
async function places(change: (spec: string) => string, source = program, old = shop): Promise<string[]> {
  const { stdout } = await impact(change, ["--format", "json"], source, old);
  const { impact: found } = JSON.parse(stdout) as {
    impact: { programs: { findings: { id: string; places: Place[] }[]; errors: Place[] }[] };
  };
  const show = (id: string, { line, column, length, text }: Place): string =>
    `${id}: ${line}: ${text.slice(column - 1, column - 1 + length)}`;
  return found.programs.flatMap(({ findings, errors }) => [
    ...findings.flatMap(({ id, places }) => places.map((place) => show(id, place))),
    ...errors.map((place) => show("error", place)),
  ]);
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly text: string;
}

describe("ashlar diff --impact", () => {
  test("CODE-10, CODE-11: a removed field has the places that read and write it, also under another name", async () => {
    expect(await places((spec) => spec.replace("    price UInt32 = 1\n", ""))).toEqual([
      "field-removed-optional shop.Item.price: 6: price",
    ]);
  });

  test("CODE-11: a removed tag has the places that compare it, construct it or handle it", async () => {
    expect(await places((spec) => spec.replace("    sold_out\n", ""))).toEqual([
      "tag-removed shop.BuyError.sold_out: 10: sold_out",
      "tag-removed shop.BuyError.sold_out: 18: sold_out",
      "tag-removed shop.BuyError.sold_out: 19: sold_out",
    ]);
    expect(await places((spec) => spec.replace("    too_expensive Item\n", "    too_expensive\n"))).toContainEqual(
      expect.stringMatching(/ shop\.BuyError\.too_expensive: 12: too_expensive$/),
    );
    expect(await places((spec) => spec.replace("    rare\n", ""))).toEqual(["tag-removed shop.Kind.rare: 5: rare"]);
  });

  test("CODE-11: a removed route has its calls and the uses of its value", async () => {
    expect(await places((spec) => spec.replace("route sell(Item, Void, Void)\n", ""))).toEqual([
      "route-removed shop/sell: 2: sell",
      "route-removed shop/sell: 8: sell",
    ]);
    expect(await places((spec) => spec.replace("route buy(", "route take("))).toEqual(
      expect.arrayContaining([expect.stringMatching(/shop\/buy: 6: buy$/)]),
    );
  });

  test("CODE-11: an error that only the new package causes is a place of the finding whose name it mentions", async () => {
    expect(await places((spec) => spec.replace("    name String\n", "    name String\n    size UInt32\n"))).toEqual([
      "field-added-required shop.Item.size: 5: item",
    ]);
  });

  test("CODE-10: a value that must be passed now has a place only where it is missing", async () => {
    const old = (spec: string): string => spec.replace("    name String\n", "    name String?\n");
    const source = (item: string): string =>
      `import { createClient } from "shop-api";\nexport const call = createClient({ hosts: "https://shop.example" }).shop.sell(${item});\n`;
    const compare = (item: string): Promise<string[]> => places((spec) => spec, source(item), old(shop));
    expect(await compare('{ name: "Lamp" }')).toEqual([]);
    expect(await compare("{ price: 1 }")).toEqual(["field-made-required shop.Item.name: 2: { price: 1 }"]);
    const twice = source("{ price: 1 }").replace(/= (.*);/, "= [$1, $1];");
    expect(await places((spec) => spec, twice, old(shop))).toHaveLength(2);
  });

  test("CODE-10: the exit code is that of the comparison, also if a program has to be changed for a new tag", async () => {
    const source = `import { match, type shop } from "shop-api";
export const text = (error: shop.BuyError): string => match(error, { sold_out: () => "", too_expensive: () => "", other: () => "" });
`;
    const change = (spec: string): string => spec.replace("    sold_out\n", "    sold_out\n    closed\n");
    const { code, stdout } = await impact(change, [], source);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("In app/tsconfig.json: 1 place that breaks, 0 to look at"),
    ]);
    expect(stdout).toContain("Handle it, or all others: with `_` in `match`, with `default` in `switch`.");
    expect(stdout).not.toContain("Would no longer compile");
  });

  test("CODE-10: uses of what is deprecated now are to be looked at", async () => {
    const { code, stdout } = await impact((spec) =>
      spec
        .replace("route sell(Item, Void, Void)", "route sell(Item, Void, Void) deprecated by give")
        .concat("route give(Item, Void, Void)\n"),
    );
    expect(code).toBe(0);
    expect(stdout).toContain("0 places that break, 2 to look at");
    expect(stdout).toContain("`shop/sell` is deprecated now, by `shop/give`. Call `shop/give`.");
  });

  test("CODE-10: a report shows each place with its line, what nothing uses, and uses that are any", async () => {
    const { code, stdout } = await impact((spec) =>
      spec.replace("    price UInt32 = 1\n", "").replace("route leave(Void, Void, Void)\n", ""),
    );
    expect(code).toBe(1);
    expect(stdout).toContain("    app/program.ts:6:9 ");
    expect(stdout).toContain("      const { price: cost, name } = await client.shop.buy(item);\n              ~~~~~\n");
    expect(stdout).toContain("Nothing there uses shop/leave.");
    expect(stdout).toContain("1 value of shop-api is any");
  });

  test("CODE-10: --impact-only fails only for changes with a place in a program", async () => {
    const leave = (spec: string): string => spec.replace("route leave(Void, Void, Void)\n", "");
    expect((await impact(leave)).code).toBe(1);
    expect((await impact(leave, ["--impact-only"])).code).toBe(0);
    expect((await impact((spec) => spec.replace("    rare\n", ""), ["--impact-only"])).code).toBe(1);
  });

  test("CODE-10: GitHub and Markdown get the callers' lines", async () => {
    const change = (spec: string): string => spec.replace("    rare\n", "");
    const github = await impact(change, ["--format", "github"]);
    expect(github.stdout).toMatch(
      /^::error file=app\/program\.ts,line=5,col=\d+,title=tag-removed::.* Do not send it, and remove the code for it\./m,
    );
    const markdown = await impact(change, ["--format", "markdown"]);
    expect(markdown.stdout).toContain("  - `app/program.ts:5` `const item: shop.ItemInput");
  });

  test("CODE-12: several programs, also as a glob, begin with a table", async () => {
    const change = (spec: string): string => spec.replace("    rare\n", "");
    for (const args of [
      ["--impact", "other"],
      ["--impact", "oth*"],
    ]) {
      const { stdout } = await impact(change, args);
      expect(stdout).toContain(
        "  app/tsconfig.json: 1 place that breaks, 0 to look at\n  other/tsconfig.json: does not import shop-api; '--package' says by which name it does\n",
      );
      expect(stdout).not.toContain("Nothing there uses");
    }
  });

  test("CODE-10: a path without a program is refused with what to name", async () => {
    const { code, stderr } = await impact((spec) => spec, ["--impact", "nothing"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("nothing has no tsconfig.json. Name a tsconfig.json")]);
    expect((await ashlar(["diff", "a", "b", "--impact-only"])).stderr).toContain(
      "'--impact-only' needs '--impact PATH'",
    );
  });
});

test("the program of these tests compiles with the old package", () => {
  const folder = folderWith({
    "ashlar.config.json": JSON.stringify({
      specs: "old.stone",
      out: "node_modules/shop-api",
      binding: { preset: "service" },
    }),
    "old.stone": shop,
    "package.json": '{ "type": "module" }',
    "tsconfig.json": tsconfig,
    "program.ts": program,
  });
  execFileSync(process.execPath, [`${process.cwd()}/dist/cli/main.js`, "generate"], { cwd: folder });
  execFileSync(process.execPath, [`${process.cwd()}/node_modules/typescript-newest/bin/tsc`, "--noEmit"], {
    cwd: folder,
  });
});
