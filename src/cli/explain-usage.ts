import { nearestName } from "../text/diagnostics/nearest-name.js";
import { commandNames } from "./commands.js";
import { exportFormats } from "./export/command.js";

/** Rewords a message of yargs about a command line, and adds a suggestion and a reference to the help. */
export function explainUsage(message: string, args: readonly string[], knownOptions: readonly string[]): string {
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
