import type { Config } from "../project/config.js";

export interface PluginOptions {
  /**
   * The path of a configuration, or a configuration itself, whose paths are then relative to the root of the project.
   * By default, `ashlar.config.*` in the root or in a folder above, as on the command line.
   */
  readonly config?: string | Config;
}
