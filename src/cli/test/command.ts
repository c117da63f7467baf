import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import type { TestArguments } from "./run.js";

const numberOption = {
  type: "number",
  requiresArg: true,
  group: optionsGroup,
  coerce: lastValue<number | undefined>,
} as const;

const listOption = { type: "string", array: true, requiresArg: true, group: optionsGroup } as const;

const switchOption = { type: "boolean", group: optionsGroup } as const;

/** `ashlar test`: checks whether a server conforms to its specification. */
export const testCommand: CommandModule<object, TestArguments> = {
  command: "test <url> [specs..]",
  describe: "Call a server and report violations of its specification",
  builder: (yargs) =>
    yargs
      .positional("url", { type: "string", demandOption: true, describe: "URL of the server" })
      .positional("specs", specsPositional)
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .option("token", {
        ...listOption,
        describe: "Environment variable with a token, or KIND=VARIABLE for a kind of caller; can be repeated",
      })
      .option("app", { ...textOption, describe: "Environment variables of an app: KEY_VARIABLE:SECRET_VARIABLE" })
      .option("header", {
        ...listOption,
        describe: "Header to send with every call, as 'Name: value'; the value $NAME is read from the environment",
      })
      .option("effects", {
        choices: ["reads", "writes", "all"] as const,
        requiresArg: true,
        group: optionsGroup,
        coerce: lastValue<"reads" | "writes" | "all" | undefined>,
        describe:
          "Which routes may be called; by default those that only read, according to `effects` in the configuration",
      })
      .option("destroy-existing", {
        ...switchOption,
        describe: "With --effects all, destroy also what the run has not created",
      })
      .option("route", { ...listOption, describe: "Only these routes, such as 'files/*'; can be repeated" })
      .option("not-route", { ...listOption, describe: "Not these routes; can be repeated" })
      .option("phases", { ...textOption, describe: "examples,values,near-misses,sequences,transport; all by default" })
      .option("time", { ...textOption, describe: "How long, such as 60s or 10m; 60s by default" })
      .option("calls", { ...numberOption, describe: "How many calls, instead of a time" })
      .option("rate", { ...textOption, describe: "Calls per second; 0: no limit; by default 20/s, locally no limit" })
      .option("parallel", { ...numberOption, default: 4, describe: "How many calls at the same time" })
      .option("timeout", { ...textOption, default: "10s", describe: "How long a reply may take" })
      .option("host", { ...listOption, describe: "HOST=URL of a host that is elsewhere; can be repeated" })
      .option("seed", { ...numberOption, describe: "Seed for the random choices" })
      .option("values", { ...textOption, describe: "JSON file with values that the server has" })
      .option("accept", { ...listOption, describe: "Known finding, as CODE or CODE:ROUTE; can be repeated" })
      .option("replay", { ...textOption, describe: "Make the calls of the findings of a JSON report again" })
      .option("dry-run", { ...switchOption, describe: "Print what would be called, and call nothing" })
      .option("format", {
        choices: ["text", "json", "junit", "github"] as const,
        requiresArg: true,
        group: optionsGroup,
        default: "text" as const,
        coerce: lastValue<"text" | "json" | "junit" | "github">,
        describe: "Format of the report",
      })
      .option("output", { ...textOption, describe: "Write the report to a file" })
      .options(filterOptions)
      .example("$0 test https://api.example.com --token user=API_TOKEN", "Call all routes that read")
      .example("$0 test http://localhost:8080 spec --effects all", "Test a server of your own with all routes")
      .example("$0 test http://localhost:8080 --format junit --output report.xml", "Write a report for a CI server")
      .epilogue(
        "Exit codes: 0 no errors, 1 findings that are errors, 2 a wrong command line, configuration or specification, " +
          "3 the server cannot be reached or refuses the credentials, 4 the run ended before it had tried everything.",
      ),
  handler: async (args) => {
    const { runTest } = await import("./run.js");
    process.exitCode = await runTest(args);
  },
};
