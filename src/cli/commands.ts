import type { Argv } from "yargs";
import { checkCommand } from "./check.js";
import { diffCommand } from "./diff.js";
import { docsCommand } from "./docs.js";
import { explainCommand } from "./explain.js";
import { generateCommand } from "./generate.js";
import { initCommand } from "./init.js";
import { irCommand } from "./ir.js";
import { scaffoldCommand } from "./scaffold.js";

/** Adds all commands, in the order of `ashlar --help`. Each loads what it needs when it runs. */
export function addCommands(yargs: Argv): Argv {
  return yargs
    .command(initCommand)
    .command(generateCommand)
    .command(scaffoldCommand)
    .command(checkCommand)
    .command(diffCommand)
    .command(docsCommand)
    .command(explainCommand)
    .command(irCommand);
}

/** The names of the commands. */
export const commandNames: readonly string[] = [
  initCommand,
  generateCommand,
  scaffoldCommand,
  checkCommand,
  diffCommand,
  docsCommand,
  explainCommand,
  irCommand,
].map(({ command }) => String(command).replace(/ .*/, ""));
