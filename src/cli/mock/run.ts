import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { Compiler } from "../../compiler/compiler.js";
import { painter } from "../../text/diagnostics/paint.js";
import { createContext } from "../../generator/facts/context.js";
import { proposeModel } from "../../generator/emit/twin/propose-model.js";
import { versioned } from "../../ir/names.js";
import { callerView } from "../../values/caller-view.js";
import { onEnd, onEndSignal } from "../../project/end-signals.js";
import { optimizeAsUsual } from "../engine.js";
import { exitCode, usesColor } from "../report/process.js";
import { failureReason, UsageError } from "../../project/failure.js";
import { apiForPackage } from "../../project/generate/generate-package.js";
import { loadConfigured, readInput, type ConfigArguments, type Configured } from "../../project/load-configured.js";
import { watchSpecs } from "../../project/watch.js";
import { loadModel, loadTwin, type LoadedTwin, type MockedCall } from "./load-twin.js";
import { packageOptions } from "../../project/configured-package.js";
import type { Note } from "../../exports/notes/catalogue.js";
import { printNotes } from "../report/print-notes.js";
import { printDiagnostics } from "../report/print-diagnostics.js";

export interface MockArguments extends ConfigArguments {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly seed: number | undefined;
  readonly latency: number | undefined;
  readonly caller?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly propose?: boolean | undefined;
}

/** Serves the Twin of an API until the process is interrupted. Returns the exit code. */
export async function runMock(args: MockArguments): Promise<number> {
  const { port = 4010, host = "127.0.0.1", seed = 1, latency = 0 } = args;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError("'--port' must be an integer from 0 to 65535.");
  }
  if (!Number.isInteger(seed)) {
    throw new UsageError("'--seed' must be an integer.");
  }
  if (!(latency >= 0 && latency < Infinity)) {
    throw new UsageError("'--latency' must be a number of milliseconds, such as 200.");
  }
  const configured = await loadConfigured(args, "ashlar mock spec");
  if (args.propose === true) {
    return propose(args, configured);
  }
  const first = await makeTwin(args, configured);
  if (first === undefined) {
    return exitCode.specIsWrong;
  }
  let twin = first;
  const forget = onEnd(() => twin.close());
  const server = await listen(port, host, (request, response) => twin.listener(request, response)).catch(
    (thrown: unknown) => {
      twin.close();
      throw thrown;
    },
  );
  server.once("request", (_, response) => response.once("finish", optimizeAsUsual));
  const { address, port: chosen, family } = server.address() as AddressInfo;
  process.stdout.write(`http://${family === "IPv6" ? `[${address}]` : address}:${chosen}\n`);
  const watch =
    args.watch === true
      ? await watchSpecs(configured, async () => {
          const next = await makeTwin(args, configured);
          if (next !== undefined) {
            next.restore(twin.snapshot());
            twin.close();
            twin = next;
            process.stdout.write("The specification has changed.\n");
          }
        })
      : undefined;
  await new Promise<void>((done) => onEndSignal(() => done()));
  forget();
  twin.close();
  watch?.close();
  server.closeAllConnections();
  server.close();
  return exitCode.done;
}

/** Creates the Twin of the current specifications. If they have errors, prints the errors and returns undefined. */
async function makeTwin(args: MockArguments, { config, directory }: Configured): Promise<LoadedTwin | undefined> {
  const { twin } = config;
  const settings = typeof twin === "object" ? twin : {};
  const modelPath =
    args.model === undefined ? settings.model && resolve(directory, settings.model) : resolve(args.model);
  const input = await readInput({ config, directory });
  const { specs } = input;
  const { api, diagnostics } = apiForPackage(input, new Compiler("once").compile(specs));
  if (api === undefined) {
    printDiagnostics(diagnostics, specs, "pretty");
    return undefined;
  }
  const { seed = 1, latency = 0, caller: callers = settings.callers ?? [] } = args;
  const model = modelPath === undefined ? undefined : await loadModel(modelPath);
  const context = createContext(api, packageOptions({ ...config, output: "package", modules: "esm" }, directory));
  const onNote = (note: Note): void => printNotes([note], "pretty");
  return loadTwin(context, { callers, seed, latencyMs: latency, model, onCall: printCall, onNote });
}

/** Prints a model derived from names and types. Returns the exit code. */
async function propose({ caller = [] }: MockArguments, { config, directory }: Configured): Promise<number> {
  const input = await readInput({ config, directory });
  const { specs } = input;
  const { api, diagnostics } = apiForPackage(input, new Compiler("once").compile(specs));
  if (api === undefined) {
    printDiagnostics(diagnostics, specs, "pretty");
    return exitCode.specIsWrong;
  }
  const context = createContext(callerView(api, caller).api, packageOptions(config, directory));
  process.stdout.write(proposeModel(context));
  return exitCode.done;
}

/** Prints one line for each call. */
function printCall({ method, route, version, status, errorPath }: MockedCall): void {
  const paint = painter(usesColor(process.stdout, process.env));
  const style = status < 400 ? "help" : status < 500 ? "warning" : "error";
  const name = route === undefined ? "(no route)" : versioned({ name: route, version: version ?? 1 });
  const error = errorPath === undefined ? "" : ` ${errorPath}`;
  process.stdout.write(`${method} ${name} ${paint(style, String(status))}${error}\n`);
}

/** Starts a server. Throws a UsageError if the address cannot be used. */
async function listen(port: number, host: string, listener: RequestListener): Promise<Server> {
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, listener); // uploads may take any time
  try {
    await new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
  } catch (thrown) {
    throw new UsageError(`Cannot listen on ${host}:${port}: ${failureReason(thrown)}. Choose another '--port'.`);
  }
  return server;
}
