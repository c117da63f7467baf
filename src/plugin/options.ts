import type { Config } from "../project/config.js";

export interface PluginOptions {
  /**
   * The path of a configuration, or a configuration itself, whose paths are then relative to the root of the project.
   * By default `ashlar.config.*` of the root or of a folder above, as on the command line.
   */
  readonly config?: string | Config;
}
