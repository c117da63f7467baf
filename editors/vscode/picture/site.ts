import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

export interface Site {
  readonly url: string;
  stop(): void;
}

/** Serves a page with the editor, which has the extension and a folder `sample:/` with the given files, by their paths. */
export async function serveEditor(
  folders: { readonly editor: string; readonly extension: string; readonly sampleFiles: string },
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>>,
): Promise<Site> {
  const roots = new Map([
    ["editor", folders.editor],
    ["extension", folders.extension],
    ["sample-files", folders.sampleFiles],
  ]);
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [, root = "", ...rest] = pathname.split("/");
    const folder = roots.get(root);
    const content =
      pathname === "/"
        ? Promise.resolve(page(settings))
        : pathname === "/files.json"
          ? Promise.resolve(JSON.stringify(files))
          : folder === undefined
            ? Promise.reject(new Error("There is no such file."))
            : readFile(join(folder, normalize(`/${decodeURIComponent(rest.join("/"))}`)));
    const type = pathname === "/" ? "text/html" : types[extname(pathname)];
    // Without isolation, TypeScript in browsers reads only the open file.
    response.setHeader("cross-origin-opener-policy", "same-origin");
    response.setHeader("cross-origin-embedder-policy", "require-corp");
    response.setHeader("cross-origin-resource-policy", "cross-origin");
    content.then(
      (body) => {
        response.setHeader("content-type", type ?? "application/octet-stream");
        response.setHeader("access-control-allow-origin", "*");
        response.end(body);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/?vscode-coi=3`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function page(settings: Readonly<Record<string, unknown>>): string {
  return `<!doctype html>
<meta charset="utf-8">
<link rel="stylesheet" href="/editor/out/vs/workbench/workbench.web.main.internal.css">
<body></body>
<script type="module">
  globalThis._VSCODE_FILE_ROOT = location.origin + "/editor/out/";
  await import("/editor/out/nls.messages.js");
  const { default: start } = await import("/editor/workbench.js");
  const at = (path) => ({ scheme: "http", authority: location.host, path });
  start(document.body, {
    productConfiguration: { nameShort: "Code", nameLong: "Code", quality: "stable", webEndpointUrlTemplate: location.origin + "/editor" },
    folderUri: { scheme: "sample", path: "/" },
    additionalBuiltinExtensions: [at("/extension"), at("/sample-files")],
    configurationDefaults: ${JSON.stringify(settings)},
  });
</script>
`;
}
