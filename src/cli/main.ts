#!/usr/bin/env node
import { LastAnswer } from "./generate/last-answer.js";

const args = process.argv.slice(2);
// Nothing else is imported here: a run that has nothing to do ends with this (with a configuration in JSON).
const lastAnswer = args.length === 1 && args[0] === "generate" ? new LastAnswer(process.cwd()) : undefined;
if (lastAnswer === undefined || !(await lastAnswer.repeat())) {
  const { runCommand } = await import("./run-command.js");
  await runCommand(args, lastAnswer);
}
