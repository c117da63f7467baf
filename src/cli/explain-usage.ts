import { nearestName } from "../diagnostics/nearest-name.js";
import { commandNames } from "./commands.js";

/** What yargs says of a command line in words of ours: with what may be meant, and where to read on. */
export function explainUsage(message: string, args: readonly string[], knownOptions: readonly string[]): string {
  const command = commandNames.find((name) => name === args[0]);
  const help = `See \`ashlar${command === undefined ? "" : ` ${command}`} --help\`.`;
  return `${explain(message, args, knownOptions)}\n${help}`;
}

function explain(message: string, args: readonly string[], knownOptions: readonly string[]): string {
  const [, unknown] = /^Unknown arguments?: ([^,]+)/.exec(message) ?? [];
  if (unknown !== undefined) {
    return unknown === args[0] && !commandNames.includes(unknown)
      ? `There is no command '${unknown}'.${didYouMean(nearestCommand(unknown))}`
      : args.includes(unknown)
        ? `There is nothing to do with '${unknown}'.`
        : `There is no option ${asOption(unknown)}.${didYouMean(nearestOption(unknown, knownOptions))}`;
  }
  const [, option, given, choices] = /Argument: (.+), Given: (.+), Choices: (.+)/.exec(message) ?? [];
  if (option !== undefined && given !== undefined && choices !== undefined) {
    return `${asOption(option)} cannot be ${given}, but one of ${choices}.`;
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
          known.filter((other) => other.length > 1),
        );
  return nearest === undefined ? undefined : asOption(nearest);
}

function asOption(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function didYouMean(nearest: string | undefined): string {
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}
