import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { resolveBinding } from "../../src/generator/facts/binding-options.js";
import { routeStyle } from "../../src/generator/facts/context.js";
import { chosenValue } from "../../src/values/chosen-value.js";
import { errorPathsThroughFields } from "../../src/values/error-paths.js";
import { binary } from "../cli/command-line.js";
import { corpusFolder } from "../support/corpus.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { specFiles } from "../support/spec-files.js";
import { pythonWithStone } from "../support/stone-python.js";
import { requestOf, routesOf, subject } from "./twin-of.js";

const run = promisify(execFile);

describeWithDropbox("TWIN-9, TWIN-11: with the classes of Stone's own generator for Python", () => {
  test.runIf(pythonWithStone !== undefined)(
    "TWIN-9, TWIN-11: a mock answers each route and each error path to the classes of Stone's generator for Python",
    async () => {
      const python = pythonWithStone ?? "";
      const folder = mkdtempSync(join(inject("temporary"), "stone-"));
      mkdirSync(join(folder, "api"));
      const corpus = corpusFolder("dropbox");
      const files = specFiles(corpus).map(({ path }) => path);
      const generate = [
        "-W",
        "ignore",
        "-m",
        "stone.cli",
        "python_types",
        join(folder, "api"),
        ...files,
        "--",
        "-p",
        "api",
      ];
      await run(python, generate, { cwd: corpus });
      writeFileSync(join(folder, "api/__init__.py"), "");

      const dropbox = await subject("dropbox");
      const { context } = dropbox;
      const { headers } = resolveBinding(context.options.binding);
      const calls = routesOf(dropbox).map((each) => {
        const { key, namespace, route } = each;
        const { url, headers: sent } = requestOf(dropbox, each);
        const style = routeStyle(route, context);
        return {
          key,
          namespace,
          module: namespace === "async" ? "async_" : namespace,
          name: route.version === 1 ? route.name : `${route.name}:${route.version}`,
          path: new URL(url).pathname,
          style,
          arg: chosenValue(route.arg, context.lookup) ?? null,
          hasArg: context.lookup.withoutAliases(route.arg).kind !== "void",
          headers: Object.fromEntries(sent),
          argHeader: style === "rpc" ? null : headers.arg,
          resultHeader: headers.result,
          errors: errorPathsThroughFields(route.error, context.lookup).map(({ path }) => path),
        };
      });
      writeFileSync(join(folder, "calls.json"), JSON.stringify(calls));

      const config = { specs: corpus, binding: { preset: "dropbox" } };
      writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify(config));
      const mock = spawn(process.execPath, [binary, "mock", "--port", "0"], {
        cwd: folder,
        stdio: ["ignore", "pipe", "ignore"],
      });
      onTestFinished(() => void mock.kill());
      const address = await new Promise<string>((resolve, reject) => {
        mock.once("exit", () => reject(new Error("the mock has ended")));
        mock.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.split("\n", 1)[0] ?? ""));
      });
      mock.stdout.resume();
      const script = join(import.meta.dirname, "stone-python.py");
      const { stdout } = await run(python, ["-W", "ignore", script, folder, address, join(folder, "calls.json")]);
      expect(JSON.parse(stdout)).toEqual({
        answers: calls.length,
        errors: calls.reduce((sum, { errors }) => sum + errors.length, 0),
        wrong: [],
      });
    },
  );
});
