import type { CommandModule } from "yargs";

/** `ashlar init`: writes what a project begins with. */
export const initCommand: CommandModule = {
  command: "init",
  describe: "Write a configuration and a first specification to begin with",
  builder: (yargs) =>
    yargs
      .example("$0 init", "Write ashlar.config.ts and spec/greeter.stone, and add scripts to package.json")
      .epilogue("What is there already is left as it is: specifications in spec, a configuration, scripts."),
  handler: async () => {
    const { runInit } = await import("./run-init.js");
    await runInit(process.cwd());
  },
};
