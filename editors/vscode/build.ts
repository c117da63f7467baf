import { fileURLToPath } from "node:url";
import { configSchema } from "../../tools/build/config-schema.js";
import { buildExtension } from "./build-extension.js";

/* Makes the extension in `out/`. */

process.chdir(fileURLToPath(new URL("../../", import.meta.url))); // where the sources of the schema are
await buildExtension("editors/vscode/out", JSON.stringify(configSchema()));
