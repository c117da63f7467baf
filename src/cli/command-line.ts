import yargs, { type Argv, type ArgumentsCamelCase } from "yargs";
import { UsageError } from "../project/failure.js";
import { version } from "../project/own-file.js";
import { nearestName } from "../text/diagnostics/nearest-name.js";
import { addCommands, commandNames } from "./commands.js";
import { exportFormats } from "./export/command.js";
import { exitCode } from "./report/process.js";

/** Runs the command that the arguments name. Throws a UsageError for invalid arguments. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const parser = createParser(args);
  if (args.length === 0) {
    parser.showHelp("error");
    process.exitCode = exitCode.usageIsWrong;
    return;
  }
  await parser.parseAsync(withDashesLast(args));
}

function createParser(args: readonly string[]): Argv {
  const parser = addCommands(yargs().scriptName("ashlar").locale("en"))
    .parserConfiguration({ "parse-positional-numbers": false, "populate--": true })
    .middleware(takeOperands)
    .check((values) => rejectFlagValues(args, values))
    .usage("$0 <command>\n\nCompiles API specifications in Stone into TypeScript packages.")
    .demandCommand(1, "Name a command.")
    .strict()
    .version(version())
    .help()
    .alias({ help: "h" })
    .example("$0 check spec", "Report errors in all .stone files in spec")
    .example("$0 generate spec --out api", "Generate a package from them in the folder api")
    .example("$0 <command> --help", "Show the options of a command, with examples")
    .epilogue(
      "Exit codes: 0 success, 1 errors in the specification or stale output, 2 errors in the command line or " +
        "configuration, 70 a bug in Ashlar.",
    )
    .wrap(Math.min(100, process.stdout.columns || 100))
    .exitProcess(false)
    // Yargs passes a message if the command line is invalid. If there is no message, a command has thrown.
    .fail((message: string | null, thrown: unknown) => {
      const optionNames = parser.parsed === false ? [] : Object.keys(parser.parsed.aliases);
      throw message === null ? thrown : new UsageError(explainUsage(message, args, optionNames));
    });
  return parser;
}

/**
 * Moves each `-` after `--`, because yargs drops `-` in a list of operands. The arguments of `diff` are returned
 * unchanged, because `diff` has no list and the order of its operands matters. For these, yargs passes an empty string
 * for each `-`.
 */
function withDashesLast(args: readonly string[]): string[] {
  if (args[0] === "diff") {
    return [...args];
  }
  const end = args.indexOf("--");
  const before = end === -1 ? args : args.slice(0, end);
  const after = end === -1 ? [] : args.slice(end + 1);
  const dashes = before.filter((arg) => arg === "-");
  const others = before.filter((arg) => arg !== "-");
  return dashes.length + after.length === 0 ? others : [...others, "--", ...dashes, ...after];
}

/** A middleware for yargs that adds the arguments after `--`, which yargs keeps separate, to the specifications. */
function takeOperands(args: ArgumentsCamelCase): void {
  const lists = [args["specs"], args["--"]].filter(Array.isArray);
  args["specs"] = lists.flat().filter((spec) => spec !== undefined);
}

/** Throws an Error for a flag with a value, which yargs would ignore, such as `--proof=source`. */
function rejectFlagValues(args: readonly string[], values: Readonly<Record<string, unknown>>): true {
  for (const arg of args) {
    const [, name = "", value = "true"] = /^--([^=]+)=(.*)$/s.exec(arg) ?? [];
    if (typeof values[name] === "boolean" && value !== "true" && value !== "false") {
      throw new Error(`--${name} takes no value: write --${name} or --no-${name}, not ${arg}.`);
    }
  }
  return true;
}

/** Rewords a message of yargs about a command line, and adds a suggestion and a reference to the help. */
function explainUsage(message: string, args: readonly string[], knownOptions: readonly string[]): string {
  const command = commandNames.find((name) => name === args[0]);
  const help = `See \`ashlar${command === undefined ? "" : ` ${command}`} --help\`.`;
  return `${explain(message, args, knownOptions)}\n${help}`;
}

function explain(message: string, args: readonly string[], knownOptions: readonly string[]): string {
  const [command, format = ""] = args;
  if (command === "export" && !format.startsWith("-") && format !== "" && !exportFormats.includes(format)) {
    return `There is no export format '${format}'. The formats are ${exportFormats.join(", ")}.`;
  }
  if (command === "export" && message.startsWith("Not enough non-option arguments")) {
    return `Name a format: ${exportFormats.join(", ")}.`;
  }
  const first = args[0]?.replace(/^--?/, "");
  if (message === "Name a command." && first !== undefined && args[0]?.startsWith("-") === true) {
    return `There is no option ${args[0]}.${didYouMean(nearestOption(first, knownOptions))}`;
  }
  const [, one, another] = /^Arguments (\S+) and (\S+) are mutually exclusive/.exec(message) ?? [];
  if (one !== undefined && another !== undefined) {
    return `${asOption(one)} and ${asOption(another)} cannot be combined.`;
  }
  const [, unknown] = /^Unknown arguments?: ([^,]+)/.exec(message) ?? [];
  if (unknown !== undefined) {
    return unknown === args[0] && !commandNames.includes(unknown)
      ? `There is no command '${unknown}'.${didYouMean(nearestCommand(unknown))}`
      : args.includes(unknown)
        ? `Unexpected argument '${unknown}'.`
        : `There is no option ${asOption(unknown)}.${didYouMean(nearestOption(unknown, knownOptions))}`;
  }
  const [, option, given, choices] = /Argument: (.+), Given: (.+), Choices: (.+)/.exec(message) ?? [];
  if (option !== undefined && given !== undefined && choices !== undefined) {
    return `${asOption(option)} must be one of ${choices}, not ${given}.`;
  }
  const [, lacking] = /^Not enough arguments following: (.+)/.exec(message) ?? [];
  return lacking === undefined ? message : `${asOption(lacking)} needs a value.`;
}

function nearestCommand(name: string): string | undefined {
  const nearest = nearestName(name, commandNames);
  return nearest === undefined ? undefined : `'${nearest}'`;
}

function nearestOption(name: string, known: readonly string[]): string | undefined {
  const nearest =
    name.length === 1
      ? undefined
      : nearestName(
          name,
          known.filter((other) => other.length > 1 && other !== name), // which is an option of another command
        );
  return nearest === undefined ? undefined : asOption(nearest);
}

function asOption(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function didYouMean(nearest: string | undefined): string {
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}
