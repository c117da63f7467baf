import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { makeVsix } from "./vsix.js";

/* Packages the extension that `build.ts` has made in `out/`. */

const here = fileURLToPath(new URL("./", import.meta.url));
const vsix = await makeVsix(`${here}out`);
await writeFile(`${here}ashlar-vscode.vsix`, vsix);
console.log(`Wrote ashlar-vscode.vsix (${Math.round(vsix.length / 1024)} KB).`);
