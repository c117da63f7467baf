import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSettings } from "../../../src/language-server/protocol/settings.js";

interface Manifest {
  readonly engines: { readonly node: string; readonly vscode: string };
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
    readonly problemMatchers: readonly {
      readonly name: string;
      readonly pattern: readonly { readonly regexp: string }[];
    }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
    readonly commands: readonly { readonly command: string }[];
    readonly snippets: readonly { readonly path: string }[];
    readonly languages: readonly { readonly firstLine: string; readonly configuration: string }[];
  };
}

const folder = new URL("../", import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const { contributes, engines } = read("package.json") as Manifest;

/** The leaves of an object by their paths, such as `lint.enable`. */
function leaves(value: unknown, path = ""): [path: string, value: unknown][] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => leaves(member, path === "" ? name : `${path}.${name}`))
    : [[path, value]];
}

test("ED-1: the oldest editor that is allowed has a Node on which an installed Ashlar runs, too", () => {
  /** Versions of Visual Studio Code with the versions of Node that are in them. */
  const nodes = { "^1.91.0": "20.9.0", "^1.100.0": "20.19.0" };
  const node = nodes[engines.vscode as keyof typeof nodes];
  const { engines: ofAshlar } = read("../../package.json") as Manifest;
  expect({ ofAshlar: ofAshlar.node, ofExtension: engines.node }).toEqual({
    ofAshlar: `>=${node.replace(/\.\d+$/, "")}`,
    ofExtension: ofAshlar.node,
  });
});

describe("ED-2: the manifest", () => {
  test("ED-2: the extension manifest has the settings of the server with their defaults, and those of the extension", () => {
    const given = Object.entries(contributes.configuration.properties).map(([name, { default: value }]) => [
      name,
      value,
    ]);
    const ofServer = leaves(readSettings(undefined)).map(([path, value]) => [`ashlar.${path}`, value]);
    const ofExtension = [
      ["ashlar.lint.preset", "recommended"],
      ["ashlar.server", "ask"],
      ["ashlar.trace.server", "off"],
      // Editors without workspace trust need to be asked.
      ["ashlar.trustConfig", true],
    ];
    const expected = new Map([...ofServer, ...ofExtension] as [string, unknown][]);
    expect(new Map(given as [string, unknown][])).toEqual(expected);
  });

  test("ED-2: the extension manifest names commands that are contributed, and files that exist", () => {
    const commands = contributes.commands.map(({ command }) => command);
    const inMenus = Object.values(contributes.menus).flat();
    expect(inMenus.filter(({ command }) => !commands.includes(command))).toEqual([]);
    const files = [
      ...contributes.snippets.map(({ path }) => path),
      ...contributes.languages.map((each) => each.configuration),
    ];
    expect(files.filter((path) => !existsSync(new URL(path, folder)))).toEqual([]);
  });

  test("ED-2: the extension manifest recognizes specifications by their first line", () => {
    const first = new RegExp(contributes.languages[0]?.firstLine ?? "");
    expect(["namespace files", "namespace", "import files"].map((line) => first.test(line))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("ED-2: the problem matcher of the extension manifest matches what the command line prints", () => {
    const [matcher] = contributes.problemMatchers;
    const [head, place] = (matcher?.pattern ?? []).map(({ regexp }) => new RegExp(regexp));
    expect(head?.exec("error[unknown-type]: No type is named 'Strng'.")?.slice(1)).toEqual([
      "error",
      "unknown-type",
      "No type is named 'Strng'.",
    ]);
    expect(place?.exec("  --> spec/files.stone:12:5")?.slice(1)).toEqual(["spec/files.stone", "12", "5"]);
  });
});

interface LanguageConfiguration {
  readonly wordPattern: string;
  readonly onEnterRules: readonly { readonly beforeText: string }[];
  readonly indentationRules: { readonly increaseIndentPattern: string; readonly decreaseIndentPattern: string };
  readonly folding: { readonly markers: { readonly start: string; readonly end: string } };
}

describe("ED-4: the language configuration", () => {
  const configuration = read("language-configuration.json") as LanguageConfiguration;
  const { onEnterRules, indentationRules, wordPattern, folding } = configuration;
  const increases = new RegExp(indentationRules.increaseIndentPattern);
  const opens = (line: string): boolean => onEnterRules.some(({ beforeText }) => new RegExp(beforeText).test(line));

  test.each([
    "struct Book",
    "    struct",
    "struct Book extends common.Item  # a comment",
    "union_closed Style",
    "patch union Style",
    "annotation_type Unit",
    "    example default",
    "    attrs",
    "route find (FindArg, Book, FindError)",
    "route find/more:2 (FindArg, Book, FindError) deprecated by find:3",
  ])("ED-4: the language configuration indents after %j", (line) => {
    expect([opens(line), increases.test(line)]).toEqual([true, true]);
  });

  test.each([
    "namespace books",
    "import common",
    "alias Title = String(min_length=1)",
    "    title String",
    '    "struct of the book"',
    "    structure String",
    "# struct Book",
    "route find (FindArg,",
  ])("ED-4: the language configuration does not indent after %j", (line) => {
    expect([opens(line), increases.test(line)]).toEqual([false, false]);
  });

  test("ED-4: the language configuration takes names with hyphens for words, and folds regions", () => {
    expect("display-name String(min_value=-1.5)".match(new RegExp(wordPattern, "g"))).toEqual([
      "display-name",
      "String",
      "min_value",
      "-1.5",
    ]);
    expect(new RegExp(folding.markers.start).test("# region Types")).toBe(true);
    expect(new RegExp(folding.markers.end).test("    # endregion")).toBe(true);
  });
});
