/*
 * Runs the binary that is its argument again and again in one process, which is several times faster than a process for each
 * run: what the binary imports is loaded and compiled once. The binary itself is imported anew each time, so that it runs
 * with the arguments, folder, environment and output streams of that run only. Whatever else a run leaves in the process,
 * such as a listener or a timer, is reported as an error.
 */
import { Console } from "node:console";
import { Session } from "node:inspector";
import { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const binary = pathToFileURL(process.argv[2]).href;
const start = process.cwd();
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"];
let runs = 0;

process.on("message", (message) => {
  if (message.isEnd) {
    endSignals.forEach((signal) => process.emit(signal, signal)); // a run that watches listens to each of them once
    return;
  }
  const failed = (error) => ({ failure: `ashlar ${message.args.join(" ")}: ${error}` });
  void (message.isTraced ? traced(() => run(message)) : run(message))
    .catch(failed)
    .then((outcome) => process.send(outcome));
});

process.on("disconnect", () => process.exit()); // the tests are over

async function run({ args, cwd, env, input = "", isWatched }) {
  const tell = isWatched ? (piece) => process.send({ piece: String(piece) }) : () => undefined;
  const texts = { stdout: capture("stdout", tell), stderr: capture("stderr", tell) };
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(input, "base64")]), configurable: true });
  process.argv = [process.execPath, fileURLToPath(binary), ...args];
  process.env = env;
  process.exitCode = undefined;
  process.chdir(cwd);
  console = new Console(process.stdout, process.stderr); // it keeps the first streams that it writes to
  const [resources, before] = [process.getActiveResourcesInfo(), stateOfProcess()];
  await import(`${binary}?${++runs}`);
  // A process ends when nothing is open any more.
  while (process.getActiveResourcesInfo().length > resources.length) {
    await setImmediate();
  }
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  process.chdir(start); // the folder may be removed, or its file system unmounted
  const left = stateOfProcess().filter((part) => !before.includes(part));
  if (left.length > 0) {
    throw new Error(`It has changed the process: ${left.join(", ")}`);
  }
  return { code, stdout: texts.stdout(), stderr: texts.stderr() };
}

/** Adds to the outcome of a run the URLs of the modules of which a function was called. */
async function traced(run) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true });
  try {
    const outcome = await run();
    let modules = [];
    session.post("Profiler.takePreciseCoverage", (_, { result }) => {
      modules = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
    });
    return { ...outcome, modules: modules.map(({ url }) => url) };
  } finally {
    session.disconnect();
  }
}

/** Replaces a stream of the process by a new one, which also passes on each piece; returns the function that gives the text written to it. */
function capture(name, tell) {
  const pieces = [];
  const write = (piece, _, done) => {
    pieces.push(piece);
    tell(piece);
    done();
  };
  Object.defineProperty(process, name, { value: new Writable({ write }), configurable: true });
  return () => Buffer.concat(pieces).toString("utf8");
}

/** What a run could leave that a later one would notice: listeners and global variables. */
function stateOfProcess() {
  const listeners = process.eventNames().map((name) => `${process.listenerCount(name)} ${String(name)}`);
  // Node 24 keeps there what `fetch` uses, from its first call.
  const globals = Reflect.ownKeys(globalThis).map(String);
  return [...listeners, ...globals.filter((name) => !name.includes("undici.globalDispatcher"))];
}
