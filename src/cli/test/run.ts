import { writeFileSync } from "node:fs";
import type { Progress } from "../../contract/options.js";
import type { Plan } from "../../contract/plan.js";
import type { ReplayedFinding } from "../../contract/replay.js";
import { renderGithub, renderJunit } from "../../contract/report/ci-reports.js";
import type { ContractReport, ContractFinding } from "../../contract/report/report.js";
import { renderText } from "../../contract/report/text.js";
import { failureReason, UsageError } from "../../project/failure.js";
import { prepareTest, type TestServerOptions } from "../../project/generate/test-server.js";
import { loadConfigured, type ConfigArguments } from "../../project/load-configured.js";
import { pathFromRoot } from "../report/annotation.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { usesColor, exitCode } from "../report/process.js";
import {
  checkedNumber,
  readCredentials,
  readDuration,
  readHeaders,
  readHosts,
  readPhases,
  readRate,
  readValues,
  readJsonFile,
} from "./read-options.js";

export interface TestArguments extends ConfigArguments {
  readonly url: string;
  readonly token?: readonly string[] | undefined;
  readonly app?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly effects?: "reads" | "writes" | "all" | undefined;
  readonly "destroy-existing"?: boolean | undefined;
  readonly route?: readonly string[] | undefined;
  readonly "not-route"?: readonly string[] | undefined;
  readonly phases?: string | undefined;
  readonly time?: string | undefined;
  readonly calls?: number | undefined;
  readonly rate?: string | undefined;
  readonly parallel?: number | undefined;
  readonly timeout?: string | undefined;
  readonly host?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly values?: string | undefined;
  readonly accept?: readonly string[] | undefined;
  readonly replay?: string | undefined;
  readonly "dry-run"?: boolean | undefined;
  readonly format: "text" | "json" | "junit" | "github";
  readonly output?: string | undefined;
}

/** Tests a server. Returns the exit code. */
export async function runTest(args: TestArguments): Promise<number> {
  const credentials = readCredentials(args.token ?? [], args.app, process.env);
  const { headers, shown } = readHeaders(args.header ?? [], process.env);
  const configured = await loadConfigured(args, "ashlar test https://api.example.com spec");
  const interruption = new AbortController();
  const options: TestServerOptions = {
    url: args.url,
    headers,
    hosts: readHosts(args.host ?? []),
    signal: interruption.signal,
    effects: args.replay === undefined ? args.effects : "all", // the calls of a report are replayed as they are
    destroyExisting: args["destroy-existing"],
    routes: args.route,
    notRoutes: args["not-route"],
    phases: mapped(args.phases, readPhases),
    timeMs: mapped(args.time, (text) => readDuration(text, "--time")),
    calls: checkedNumber(args.calls, "--calls", 1),
    rate: mapped(args.rate, readRate),
    parallel: checkedNumber(args.parallel, "--parallel", 1),
    timeoutMs: mapped(args.timeout, (text) => readDuration(text, "--timeout")),
    seed: checkedNumber(args.seed, "--seed", 0),
    values: mapped(args.values, readValues),
    accept: args.accept,
  };
  const progress = new ProgressLine();
  const test = await prepareTest(configured, options, {
    credentials,
    shownHeaders: shown,
    onProgress: (each) => progress.show(each),
  });
  if (test.kind === "wrong specification") {
    printDiagnostics(test.diagnostics, test.specs, "pretty");
    return exitCode.usageIsWrong;
  }
  if (args["dry-run"] === true) {
    process.stdout.write(renderPlan(test.plan, options.calls));
    return exitCode.done;
  }
  if (args.replay !== undefined) {
    return printReplay(test.replay(readFindings(args.replay)));
  }
  // The first interrupt ends the run with its report; the second one ends the process.
  const interrupt = (): void => interruption.abort();
  process.once("SIGINT", interrupt);
  const report = await test.run();
  process.removeListener("SIGINT", interrupt);
  progress.clear();
  write(render(report, args), args.output);
  const hasErrors = report.findings.some(({ severity }) => severity === "error");
  const isUnreachable = report.stopped !== undefined && /reached|credentials/.test(report.stopped);
  return hasErrors ? 1 : isUnreachable ? 3 : report.untried === undefined ? exitCode.done : 4;
}

/** Returns the result of a function for the value of an option; undefined if the option is not set. */
function mapped<Given, Value>(value: Given | undefined, read: (value: Given) => Value): Value | undefined {
  return value === undefined ? undefined : read(value);
}

function render(report: ContractReport, { format, output }: Pick<TestArguments, "format" | "output">): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(report, undefined, 2)}\n`;
    case "junit":
      return renderJunit(report);
    case "github":
      return renderGithub({
        ...report,
        findings: report.findings.map((finding) => ({
          ...finding,
          source: finding.source && { ...finding.source, file: pathFromRoot(finding.source.file) },
        })),
      });
    case "text":
      return renderText(report, output === undefined && usesColor(process.stdout, process.env));
  }
}

function write(text: string, path: string | undefined): void {
  if (path === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(path, text);
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}.`);
  }
}

/** A line that shows the progress of a run on a terminal. Elsewhere, it prints nothing. */
class ProgressLine {
  #last = 0;

  show({ phase, calls, findings, reached, routes }: Progress): void {
    if (process.stderr.isTTY && Date.now() - this.#last > 100) {
      this.#last = Date.now();
      process.stderr.write(
        `\r\x1b[K${phase}: ${calls} calls, ${findings} findings, ${reached} of ${routes} routes reached`,
      );
    }
  }

  clear(): void {
    if (process.stderr.isTTY) {
      process.stderr.write("\r\x1b[K");
    }
  }
}

/** Formats the calls that a run would make, for people. */
function renderPlan({ routes, others }: Plan, calls: number | undefined): string {
  const width = Math.max(0, ...routes.map(({ route }) => route.name.length));
  const lines = routes.map(({ route, caller }) => {
    const who = caller === "noauth" ? "nobody" : caller === "" ? "the token" : caller;
    return `  ${route.name.padEnd(width)}  ${(route.effect ?? "writes").padEnd(8)}  as ${who}\n`;
  });
  const rest = others.map(({ route, why }) => `  ${route}: ${why}\n`);
  return [
    `${routes.length} routes would be called${calls === undefined ? "" : `, with at most ${calls} calls`}:\n`,
    ...lines,
    ...(rest.length === 0 ? [] : [`\n${rest.length} others would not:\n`, ...rest]),
  ].join("");
}

/** Reads the findings of a report. Throws a UsageError if the file is not a report. */
function readFindings(path: string): readonly ContractFinding[] {
  const { findings } = readJsonFile(path) as Partial<ContractReport>;
  if (findings === undefined) {
    throw new UsageError(`${path} is not a report of 'ashlar test --format json'.`);
  }
  return findings;
}

/** Prints which findings occur again. Returns the exit code. */
async function printReplay(replayed: AsyncIterable<ReplayedFinding>): Promise<number> {
  let errors = 0;
  const statuses: number[] = [];
  for await (const { finding, outcome, status } of replayed) {
    const { code, severity, route, title } = finding;
    errors += outcome === "seen again" && severity === "error" ? 1 : 0;
    statuses.push(status);
    const answer = status === 0 ? "no reply" : `status ${status}`;
    const why =
      outcome === "undecided" ? "; its calls depend on ids or cursors of that run: test again with --seed" : "";
    process.stdout.write(`${severity}[${code}] ${route}: ${outcome} (${answer}${why}): ${title}\n`);
  }
  if (statuses.length > 0 && statuses.every((status) => status === 0)) {
    process.stderr.write("The server cannot be reached.\n");
    return 3;
  }
  return errors > 0 ? 1 : exitCode.done;
}
