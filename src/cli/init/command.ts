import type { CommandModule } from "yargs";

/** `ashlar init`: creates the first files of a project. */
export const initCommand: CommandModule = {
  command: "init",
  describe: "Create a configuration and a first specification",
  builder: (yargs) =>
    yargs
      .example("$0 init", "Create ashlar.config.ts and spec/greeter.stone, and add scripts to package.json")
      .epilogue("Existing specifications, configurations and scripts are not changed."),
  handler: async () => {
    const { runInit } = await import("./run.js");
    await runInit(process.cwd());
  },
};
