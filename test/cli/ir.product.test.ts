import { describe, expect, test } from "vitest";
import { corpusFolder, recordedIr } from "../support/corpus.js";
import { describeWithDropboxRecordings } from "../support/describe-with-dropbox.js";
import { ashlar, folderWith } from "./command-line.js";

interface Printed {
  readonly ashlarIr: number;
  readonly stoneCfg?: { readonly types: readonly { readonly fields: readonly { readonly name: string }[] }[] };
  readonly namespaces: readonly {
    readonly name: string;
    readonly types: readonly { readonly name: string }[];
    readonly routes: readonly { readonly name: string; readonly attrs: Readonly<Record<string, unknown>> }[];
  }[];
}

const cwd = folderWith({
  "right.stone":
    "namespace right\n\nstruct S\n    a UInt64(max_value=18446744073709551615)\n\nroute r (S, Void, Void)\n",
  "warned.stone": 'namespace warned\n\nunion U\n    a String = "x"\n',
  "wrong.stone": "namespace wrong\n\nstruct S\n    a Strin\n",
  "list.json": JSON.stringify({ route_whitelist: { right: ["r"] }, datatype_whitelist: {} }),
  "broken.json": "{",
  "configured/ashlar.config.json": JSON.stringify({
    specs: ["../right.stone"],
    filters: { blacklistNamespaceRoutes: ["right"] },
  }),
});

describe("ir", () => {
  test("ashlar ir prints the IR JSON, integers in full, with exit code 0", async () => {
    const { code, stdout, stderr } = await ashlar(["ir", "right.stone"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain('"max": 18446744073709551615');
    expect(JSON.parse(stdout)).toMatchObject({ ashlarIr: 1, namespaces: [{ name: "right" }] });
  });

  test("ashlar ir prints nothing on standard output if there are errors, with exit code 1", async () => {
    const { code, stdout, stderr } = await ashlar(["ir", "right.stone", "wrong.stone"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("error[unknown-type]");
  });

  test("ashlar ir has warnings on standard error beside the result", async () => {
    const { code, stdout, stderr } = await ashlar(["ir", "warned.stone"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty("ashlarIr", 1);
    expect(stderr).toContain("1 warning in 1 file.");
  });

  test("ashlar ir takes specifications and filters of the configuration, also with specifications on the command line (CLI-6)", async () => {
    const routes = async (args: readonly string[]): Promise<unknown> => {
      const { stdout } = await ashlar(["ir", ...args], { cwd: `${cwd}/configured` });
      return (JSON.parse(stdout) as Printed).namespaces[0]?.routes.length;
    };
    expect(await routes([])).toBe(0);
    expect(await routes(["../right.stone"])).toBe(0);
  });

  test("CLI-16: ashlar ir reports a mistake in a filter before anything is compiled", async () => {
    const { code, stdout, stderr } = await ashlar(["ir", "-f", "a > 1", "missing.stone"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Column 3: unexpected character '>'.");
    expect(stderr).not.toContain("missing.stone");
  });

  test("CLI-20: ashlar ir reads a whitelist from a file", async () => {
    expect((await ashlar(["ir", "right.stone", "-r", "list.json"], { cwd })).code).toBe(0);
    const { code, stderr } = await ashlar(["ir", "right.stone", "-r", "broken.json"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("The route whitelist broken.json cannot be read");
    expect((await ashlar(["ir", "right.stone", "-r", "none.json"], { cwd })).stderr).toContain("it does not exist");
  });
});

describeWithDropboxRecordings("ir of dropbox", () => {
  const whole = JSON.parse(recordedIr("dropbox")) as Printed;
  const folder = corpusFolder("dropbox");

  async function ir(args: readonly string[], at = cwd): Promise<Printed> {
    const { code, stdout } = await ashlar(["ir", folder, ...args], { cwd: at });
    expect(code).toBe(0);
    return JSON.parse(stdout) as Printed;
  }

  const routes = (api: Printed): string[] =>
    api.namespaces.flatMap(({ name, routes: own }) => own.map((route) => `${name}.${route.name}`));
  const types = (api: Printed): string[] =>
    api.namespaces.flatMap(({ name, types: own }) => own.map((type) => `${name}.${type.name}`));

  test("ashlar ir of the Dropbox specification has all routes, types and attributes without filters", async () => {
    const api = await ir([]);
    expect(routes(api)).toEqual(routes(whole));
    expect(types(api)).toEqual(types(whole));
    expect(api.stoneCfg).toEqual(whole.stoneCfg);
  });

  test("CLI-12 to CLI-17: ashlar ir of the Dropbox specification has what the filters leave", async () => {
    const api = await ir(["-w", "files", "-w", "users", "-f", 'style="upload" or auth="app, user"', "-a", "host"]);
    const expected = whole.namespaces.flatMap(({ name, routes: own }) =>
      ["files", "users"].includes(name)
        ? own
            .filter(({ attrs }) => attrs["style"] === "upload" || attrs["auth"] === "app, user")
            .map((route) => ({ name: `${name}.${route.name}`, attrs: { host: route.attrs["host"] } }))
        : [],
    );
    expect(expected.length).toBeGreaterThan(3);
    const found = api.namespaces.flatMap(({ name, routes: own }) =>
      own.map((route) => ({ name: `${name}.${route.name}`, attrs: route.attrs })),
    );
    expect(found).toEqual(expected);
    expect(types(api)).toEqual(types(whole));
    expect(api.stoneCfg?.types[0]?.fields.map(({ name }) => name)).toEqual(["host"]);
  });

  test("CLI-20 to CLI-24: ashlar ir of the Dropbox specification has the routes of a whitelist and what they need", async () => {
    const whitelist = { route_whitelist: { files: ["get_metadata"], check: ["*"] }, datatype_whitelist: {} };
    const at = folderWith({ "list.json": JSON.stringify(whitelist) });
    const api = await ir(["-r", "list.json"], at);
    expect(routes(api)).toEqual(expect.arrayContaining(["check.app", "check.user", "files.get_metadata"]));
    expect(routes(api)).not.toContain("files.upload");
    expect(types(api)).toEqual(expect.arrayContaining(["files.FolderMetadata", "files.LookupError"]));
    expect(types(api)).not.toContain("team.GroupInfo");
    expect(api.namespaces.map(({ name }) => name)).toEqual(whole.namespaces.map(({ name }) => name));
    expect(api.stoneCfg).toEqual(whole.stoneCfg);
  });
});
