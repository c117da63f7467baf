import inspect from "object-inspect";
import type { ConsoleLevel, FromWorker, Problem, ToWorker } from "./messages.js";

/*
 * The end of the script that a worker in the sandbox runs. The script begins with the modules of a package. This code can run a
 * program that uses them, and check JSON against their types.
 */

type Exports = Record<string, unknown>;
type Module = (require: (path: string) => Exports, exports: Exports) => void;

declare const modules: Readonly<Record<string, Module>>;

const loaded = new Map<string, Exports>();

/** Returns the exports of a module, which runs on first use. */
function load(path: string): Exports {
  const loadedModule = loaded.get(path);
  if (loadedModule !== undefined) {
    return loadedModule;
  }
  const run = modules[path];
  if (run === undefined) {
    throw new Error(`There is no module ${path}.`);
  }
  const exports: Exports = {};
  loaded.set(path, exports);
  run((specifier) => load(resolve(specifier, path)), exports);
  return exports;
}

/** Resolves a relative import in the module `from`, or an import of a subpath of the package. Returns the path of the module. */
function resolve(specifier: string, from: string): string {
  if (specifier.startsWith(".")) {
    return new URL(specifier, `file:///${from}`).pathname.slice(1);
  }
  const [, subpath = ""] = /^playground-api(?:\/(.+))?$/.exec(specifier) ?? [undefined, specifier];
  const path = subpath === "" ? "dist/index.js" : `dist/${subpath}/index.js`;
  if (!specifier.startsWith("playground-api") || modules[path] === undefined) {
    throw new Error(`There is no module '${specifier}'. Programs can import playground-api and its subpaths.`);
  }
  return path;
}

function send(message: FromWorker): void {
  postMessage(message);
}

function print(level: ConsoleLevel, values: readonly unknown[]): void {
  send({ kind: "console", level, text: values.map(displayText).join(" ") });
}

function displayText(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  if (value instanceof Error) {
    return `${value.name}: ${value.message}`;
  }
  return inspect(value, { indent: 2, quoteStyle: "double", maxStringLength: 1000 });
}

const levels: Readonly<Record<string, ConsoleLevel>> = {
  log: "log",
  info: "log",
  debug: "log",
  dir: "log",
  table: "log",
  warn: "warn",
  error: "error",
};
for (const [name, level] of Object.entries(levels)) {
  Object.assign(console, { [name]: (...values: unknown[]) => print(level, values) });
}

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  print("error", [event.reason]);
});

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  send({ kind: "checked", check: data.check, problem: problemOf(data) });
});

function problemOf({ module, decode, json }: ToWorker): Problem | undefined {
  try {
    (load(module)[decode] as (value: unknown, options: object) => unknown)(JSON.parse(json), { strict: true });
    return undefined;
  } catch (thrown) {
    const { message, segments = [] } = thrown as Problem;
    return { message, segments };
  }
}

Object.assign(globalThis, {
  /** Runs a program, and sends a message when the program has ended. */
  runProgram: async (program: (require: (path: string) => Exports, exports: Exports) => Promise<void>) => {
    try {
      await program((specifier) => load(resolve(specifier, "")), {});
    } catch (thrown) {
      print("error", [thrown]);
    }
    send({ kind: "done" });
  },
});
