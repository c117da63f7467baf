import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished, vi } from "vitest";

/** A specification whose default the application shows. */
export const shop = (price: number | string): string => `namespace shop

struct Item
    name String
    price UInt32 = ${price}

route buy(Item, Void, Void)
`;

/** What the bundled application says when the default is that. */
export const says = (price: number): RegExp => new RegExp(`^ink costs ${price}$`, "m");

const application = {
  "package.json": '{ "name": "application", "type": "module" }',
  "ashlar.config.json": '{ "specs": ["spec"], "package": { "name": "shop-api" } }',
  "spec/shop.stone": shop(1),
  "main.js": `import { decodeItem } from "shop-api/shop";
const text = \`ink costs \${decodeItem({ name: "ink" }).price}\`;
if (typeof document === "object") document.body.append(text); else console.log(text);
`,
};

const bundlers = ["vite", "rollup", "esbuild"];

export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

/** A program that continues until the test is over. */
interface Running {
  /** What it has written so far, standard error too, without colours. */
  readonly output: () => string;
  /** Sends a signal; resolves when it has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<unknown>;
}

/** An application in a folder of its own, with Ashlar and the bundlers as npm would link them. */
export interface Project {
  readonly folder: string;
  write(path: string, text: string): void;
  read(path: string): string;
  has(path: string): boolean;
  remove(path: string): void;
  /** The temporary files of plug-ins that watch. */
  temporaryFiles(): string[];
  /** Runs a module of Node to its end. */
  run(script: string, ...args: string[]): Promise<Finished>;
  /** Starts a module of Node, which ends with the test. */
  start(script: string, ...args: string[]): Running;
}

/** Makes an application for a test; it is removed, and all it has started is ended, when the test is over. */
export function project(files: Readonly<Record<string, string>>): Project {
  const place = mkdtempSync(join(tmpdir(), "ashlar-plugin-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));
  const folder = join(place, "application");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries({ ...application, ...files })) {
    write(path, text);
  }
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const TMPDIR = join(place, "temporary");
  mkdirSync(TMPDIR);
  symlinkSync(resolve("."), join(folder, "node_modules/ashlar"));
  for (const name of bundlers) {
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  }
  const launch = (script: string, args: readonly string[]): { child: ChildProcess; output: () => string } => {
    const { FORCE_COLOR: _force, ...environment } = process.env;
    const env = { ...environment, NO_COLOR: "1", NODE_ENV: undefined, VITEST: undefined, TMPDIR };
    const child = spawn(process.execPath, [script, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    return { child, output: () => output };
  };
  return {
    folder,
    write,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    has: (path) => existsSync(join(folder, path)),
    temporaryFiles: () => readdirSync(TMPDIR).filter((name) => name.startsWith("ashlar-")),
    remove: (path) => rmSync(join(folder, path)),
    async run(script, ...args) {
      const { child, output } = launch(script, args);
      return { code: await ended(child), output: output() };
    },
    start(script, ...args) {
      const { child, output } = launch(script, args);
      const end = ended(child);
      onTestFinished(async () => {
        child.kill();
        await end;
      }, 500_000);
      return {
        output,
        end(signal) {
          child.kill(signal);
          return end;
        },
      };
    },
  };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done, fail) => child.on("error", fail).on("close", done));
}

/** A copy of the package as a package manager may have made it, which is out of date. */
export const staleCopy = {
  "node_modules/shop-api/package.json": '{ "name": "shop-api", "exports": { "./shop": "./shop.js" } }',
  "node_modules/shop-api/shop.js": "export const decodeItem = () => ({ price: 77 });",
};

/** Waits until what is expected holds. */
export function eventually(expectation: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 500_000, interval: 50 });
}
