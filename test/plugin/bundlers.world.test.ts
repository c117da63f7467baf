import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually, project, says, shop, staleCopy, type Finished, type Project } from "./project.js";

/** A bundler as its users start it; all write `dist/main.js`. */
interface Bundler {
  readonly files: Readonly<Record<string, string>>;
  /** A list of plug-ins that save the specification in each build between what Ashlar does and what comes after it. */
  readonly saving: string;
  readonly build: readonly [script: string, ...args: string[]];
  readonly watch: readonly [script: string, ...args: string[]];
  /** What it says when it has finished a build in watch mode. */
  readonly finished: RegExp;
}

const savingInRollup = `import { save } from "./save.js";
export default [
  {
    name: "saving",
    resolveId(_, importer) {
      if (importer === undefined) save();
      return null;
    },
  },
];
`;

const bundlers: Readonly<Record<"Vite" | "Rollup" | "esbuild", Bundler>> = {
  Vite: {
    files: {
      "vite.config.js": `import * as ashlar from "ashlar/plugin";
import others from "./plugins.js";
export default {
  plugins: [...others, ashlar.vite()],
  build: { rolldownOptions: { input: "main.js", output: { entryFileNames: "main.js" } }, watch: null },
};
`,
    },
    saving: savingInRollup.replace("name:", 'enforce: "pre", name:'),
    build: ["node_modules/vite/bin/vite.js", "build"],
    watch: ["node_modules/vite/bin/vite.js", "build", "--watch"],
    finished: /built in/g,
  },
  Rollup: {
    files: {
      "rollup.config.js": `import * as ashlar from "ashlar/plugin";
import others from "./plugins.js";
export default { input: "main.js", output: { file: "dist/main.js" }, plugins: [...others, ashlar.rollup()] };
`,
    },
    saving: savingInRollup,
    build: ["node_modules/rollup/dist/bin/rollup", "--config"],
    watch: ["node_modules/rollup/dist/bin/rollup", "--config", "--watch"],
    finished: /^created/gm,
  },
  esbuild: {
    files: {
      "build.js": `import * as ashlar from "ashlar/plugin";
import { context, formatMessages } from "esbuild";
import others from "./plugins.js";
const told = {
  name: "told",
  setup({ onEnd }) {
    onEnd(async ({ errors, warnings }) => {
      for (const { text } of warnings) console.log(text);
      const messages = await formatMessages(errors, { kind: "error" });
      console.log(messages.length === 0 ? "built" : messages.join(""));
    });
  },
};
const building = await context({
  entryPoints: ["main.js"],
  bundle: true,
  format: "esm",
  outfile: "dist/main.js",
  logLevel: "silent",
  plugins: [...others, ashlar.esbuild(), told],
});
if (process.argv.includes("--watch")) {
  process.once("SIGTERM", () => building.dispose());
  await building.watch();
} else {
  await building.rebuild().catch(() => (process.exitCode = 1));
  await building.dispose();
}
`,
    },
    saving: `import { save } from "./save.js";
export default [
  {
    name: "saving",
    setup({ onResolve }) {
      onResolve({ filter: /main[.]js$/ }, ({ pluginData }) => {
        if (pluginData === undefined) save();
      });
    },
  },
];
`,
    build: ["build.js"],
    watch: ["build.js", "--watch"],
    finished: /^built$/gm,
  },
};

const misspelt = shop(1).replace("UInt32", "UInt3");

/** Runs what has been bundled. */
function bundled(application: Project): Promise<Finished> {
  return application.run("dist/main.js");
}

/**
 * Waits until what has been bundled shows that price. Runs it only when it has been written since, as a process takes longer than
 * looking at a file; a bundler may write the same text again, and a run may find it half-written.
 */
async function expectPrice(application: Project, price: number): Promise<void> {
  let ranAt: bigint | undefined;
  let output = "";
  await eventually(async () => {
    const { mtimeNs } = statSync(join(application.folder, "dist/main.js"), { bigint: true });
    if (mtimeNs !== ranAt) {
      ({ output } = await bundled(application));
      ranAt = mtimeNs;
    }
    expect(output).toMatch(says(price));
  });
}

/** Saves the price one higher each time, up to 3. */
const save = `import { readFileSync, writeFileSync } from "node:fs";
export function save() {
  const text = readFileSync("spec/shop.stone", "utf8");
  writeFileSync("spec/shop.stone", text.replace("= 2", "= 3").replace("= 1", "= 2"));
}
`;

/** What Rollup needs for TypeScript; the others do without. */
const withoutTypes = `import { transform } from "esbuild";
export default [
  {
    name: "without-types",
    async transform(code, id) {
      return id.endsWith(".ts") ? (await transform(code, { loader: "ts" })).code : null;
    },
  },
];
`;

describe.each(Object.entries(bundlers))("with the plug-in %s", (name, bundler) => {
  const { saving, build, watch, finished } = bundler;
  const files = { ...bundler.files, "plugins.js": "export default [];\n" };

  test("a build with the plug-in generates the package before it bundles it, and takes that rather than a copy of it in node_modules", async () => {
    const application = project({ ...files, ...staleCopy });
    expect(await application.run(...build)).toMatchObject({ code: 0 });
    expect((await bundled(application)).output).toMatch(says(1));
  });

  test("a build with the plug-in fails for a wrong specification, and shows each mistake in its place", async () => {
    const application = project({ ...files, "spec/shop.stone": `${misspelt}route sell(Itm, Void, Void)\n` });
    const { code, output } = await application.run(...build);
    expect(code).toBe(1);
    expect(output).toContain("No type is named 'UInt3'. Did you mean 'UInt32'?");
    expect(output).toContain("No type is named 'Itm'. Did you mean 'Item'?");
    expect(output).toMatch(/spec\/shop\.stone:5:1[01]/); // esbuild counts columns from 0
    expect(output).toMatch(/5 [|│] {5}price UInt3 = 1/);
    expect(application.has("dist/main.js")).toBe(false);
  });

  test("a build with the plug-in follows the specification and the configuration in watch mode, through mistakes too, and leaves no temporary file when it is ended", async () => {
    const application = project(files);
    const { output, end } = application.start(...watch);
    await expectPrice(application, 1);

    application.write("spec/shop.stone", shop(2));
    await expectPrice(application, 2);

    application.write("spec/shop.stone", misspelt);
    await eventually(() => expect(output()).toContain("No type is named 'UInt3'"));
    application.write("spec/shop.stone", shop(3));
    await expectPrice(application, 3);

    application.write("spec/more/extra.stone", "namespace extra\n\nalias Name = String\n");
    await eventually(() => expect(application.has("generated/dist/extra/index.js")).toBe(true));
    application.write("spec/more/extra.stone", "namespace extra\n\nalias Title = String\n");
    await eventually(() => expect(application.read("generated/src/extra/types.ts")).toContain("Title"));
    application.remove("spec/more/extra.stone");
    await eventually(() => expect(application.has("generated/dist/extra/index.js")).toBe(false));

    const named = (version: string): string =>
      `{ "specs": ["spec"], "package": { "name": "shop-api", "version": "${version}" } }`;
    application.write("ashlar.config.json", named("7.0.0"));
    await eventually(() => expect(application.read("generated/package.json")).toContain("7.0.0"));
    application.write("ashlar.config.json", '{ "specs": 1 }');
    await eventually(() => expect(output()).toContain("'specs' must be a path"));
    application.write("ashlar.config.json", named("8.0.0"));
    await eventually(() => expect(application.read("generated/package.json")).toContain("8.0.0"));

    expect(application.temporaryFiles()).toHaveLength(1);
    await end("SIGTERM");
    expect(application.temporaryFiles()).toEqual([]);
  });

  test("a build with the plug-in misses nothing that is saved between the generation and the build that follows, in watch mode", async () => {
    const application = project({ ...files, "plugins.js": saving, "save.js": save });
    application.start(...watch);
    await expectPrice(application, 3);
  });

  test("a build with the plug-in generates sources into a folder of the application, and follows the specification in watch mode until it settles, even if specifications are looked for in the whole project", async () => {
    const application = project({
      ...files,
      "ashlar.config.json":
        '{ "specs": ["*/shop.stone"], "out": "src/api", "output": "source", "importExtension": ".ts" }',
      ...(name === "Rollup" && { "plugins.js": withoutTypes }),
      "main.js": `import { decodeItem } from "./src/api/shop/index.ts";
console.log(\`ink costs \${decodeItem({ name: "ink" }).price}\`);
`,
    });
    const { output } = application.start(...watch);
    await expectPrice(application, 1);
    application.write("spec/shop.stone", shop(2));
    await expectPrice(application, 2);
    expect(application.has("src/api/package.json")).toBe(false);
    await eventually(async () => {
      const builds = output().match(finished)?.length;
      await new Promise((done) => setTimeout(done, 3_000)); // a build that set off the next one would be over sooner
      expect(output().match(finished)?.length).toBe(builds);
    });
  });
});

// What is read, how it is told, and what is left when it is ended, is the same for all bundlers.
describe("with the plug-in of any bundler", () => {
  const { build, watch } = bundlers.esbuild;
  const files = { ...bundlers.esbuild.files, "plugins.js": "export default [];\n" };

  test("a build with the plug-in of any bundler fails for a wrong configuration", async () => {
    const application = project({ ...files, "ashlar.config.json": '{ "specs": 1 }' });
    const { code, output } = await application.run(...build);
    expect(code).toBe(1);
    expect(output).toContain("'specs' must be a path or a list of paths");
  });

  test.each(["SIGINT", "SIGHUP"] as const)(
    "a build with the plug-in of any bundler leaves no temporary file when %s ends it",
    async (signal) => {
      const application = project(files);
      const { end } = application.start(...watch);
      await expectPrice(application, 1);
      expect(application.temporaryFiles()).toHaveLength(1);
      await end(signal);
      expect(application.temporaryFiles()).toEqual([]);
    },
  );

  test("a build with the plug-in of any bundler removes the temporary file of one that SIGKILL has ended", async () => {
    const application = project(files);
    const { end } = application.start(...watch);
    await expectPrice(application, 1);
    await end("SIGKILL");
    const left = application.temporaryFiles();
    expect(left).toHaveLength(1);
    application.write("spec/shop.stone", shop(2));
    application.start(...watch);
    await expectPrice(application, 2);
    await eventually(() => expect(application.temporaryFiles()).not.toContain(left[0]));
  });

  test("a build with the plug-in of any bundler counts the warnings of a specification in one line", async () => {
    const example =
      '    example default\n        name = "ink"\n\nstruct Key\n    raw Bytes\n    example default\n        raw = "?"\n';
    const application = project({ ...files, "spec/shop.stone": shop(1).replace("\nroute", `${example}\nroute`) });
    const { code, output } = await application.run(...build);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain("The specification has 1 warning in 1 file. `npx ashlar check` shows the details.");
  });

  test("a build with the plug-in of any bundler takes a configuration that is saved while the one before is read", async () => {
    const config = `import { writeFileSync } from "node:fs";
writeFileSync("ashlar.config.ts", 'export default { specs: ["saved"], package: { name: "shop-api" } };');
export default { specs: ["spec"], package: { name: "shop-api" } };
`;
    const application = project({ ...files, "ashlar.config.ts": config, "saved/shop.stone": shop(2) });
    expect(await application.run(...build)).toMatchObject({ code: 0 });
    expect((await bundled(application)).output).toMatch(says(2));
  });

  test("a build with the plug-in of any bundler follows what the configuration imports, in watch mode", async () => {
    const emitter = (text: string): string =>
      `export const names = () => [{ kind: "text", path: "NAMES", text: ${JSON.stringify(text)} }];\n`;
    const application = project({
      ...files,
      "ashlar.config.ts": `import { names } from "./emitters/names.ts";
export default { specs: ["spec"], package: { name: "shop-api" }, emitters: [names] };
`,
      "emitters/names.ts": emitter("one"),
    });
    const { output } = application.start(...watch);
    await expectPrice(application, 1);
    application.write("emitters/names.ts", emitter("two"));
    await eventually(() => expect(application.read("generated/NAMES")).toBe("two"));
    application.write("emitters/names.ts", "export const names = (;");
    await eventually(() => expect(output()).toContain("cannot be read"));
    application.write("emitters/names.ts", emitter("three"));
    await eventually(() => expect(application.read("generated/NAMES")).toBe("three"));
  });
});
