import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { expect } from "vitest";
import { blocksOf, type Block } from "../docs/pages.js";

/** What npm and Git would fetch is there already: Ashlar as in its tarball, TypeScript, and the specification of Dropbox. */
const commands = `
npm() {
  case "$*" in
    "install ./generated")
      mkdir -p node_modules
      ln -sfn ../generated "node_modules/$(node -p "require('./generated/package.json').name")" ;;
    "install --save-dev $TARBALL" | "install --save-dev $TARBALL typescript @types/node" | "init -y" | "pkg set type=module") ;;
    *) echo "npm $*"; exit 127 ;;
  esac
}
npx() {
  tool=$1
  shift
  case $tool in
    ashlar) node "$ASHLAR" "$@" ;;
    tsc) node "$TSC" --skipLibCheck "$@" ;;
    *) exit 127 ;;
  esac
}
git() {
  case $1 in
    clone) ln -s "$DROPBOX_SPEC" dropbox-api-spec ;;
    *) command git -c user.name=Ada -c user.email=ada@example.com "$@" ;;
  esac
}
`;

/** How the shell commands of a guide are run. */
export interface GuideOptions {
  /** The `main.js` of Ashlar. */
  readonly ashlar: string;
  /** The name of the tarball that `npm pack` writes, which guides install. */
  readonly tarball: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** What programs read from the terminal. */
  readonly input?: string | undefined;
}

/**
 * Does in a folder what a page says, in its order: writes the blocks with a path, changes a file as a `diff` says, and runs the `sh`
 * blocks. Each line of a `text` block must be in what was printed before it.
 */
export async function runGuide(
  page: string,
  folder: string,
  { ashlar, tarball, env, input = "" }: GuideOptions,
): Promise<void> {
  const port = String(await freePort());
  const portless = (text: string): string =>
    text.replaceAll("localhost:8080", `localhost:${port}`).replaceAll("listen(8080", `listen(${port}`);
  const environment = { ...process.env, NODE_TEST_CONTEXT: undefined, ...env };
  const tsc = resolve("node_modules/typescript-newest/bin/tsc");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  let printed = "";
  for (const block of blocksOf({ path: page, text: await readFile(page, "utf8") })) {
    const [language = "", path] = block.info.split(" ");
    if (language === "sh") {
      const script = portless(`set -e\n${commands}${block.code}`);
      printed = await runScript(
        script,
        folder,
        { ...environment, ASHLAR: ashlar, TARBALL: `./${tarball}`, TSC: tsc },
        input,
        block,
      );
      await replacePort(join(folder, "handlers/server.ts"), portless);
    } else if (language === "text") {
      block.code
        .split("\n")
        .filter(Boolean)
        .forEach((line) => expect(printed, `${page}:${block.line}`).toContain(line));
    } else if (path !== undefined) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      const text = language === "diff" ? changed(await readFile(file, "utf8"), block) : block.code;
      await writeFile(file, portless(text));
    }
  }
}

async function runScript(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  input: string,
  block: Block,
): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile("bash", ["-c", script], { cwd, env }, (error, stdout, stderr) => {
      const output = stdout + stderr;
      if (error === null) {
        done(output);
      } else {
        fail(new Error(`${block.path}:${block.line}: exit code ${error.code}\n${output}`));
      }
    });
    // Most commands end without reading anything.
    child.stdin?.on("error", () => undefined).end(input);
  });
}

/** A text with the changes of a block: in each part, the lines with `-` become those with `+`; without `-` they are added at the end. */
function changed(text: string, { code, path, line }: Block): string {
  return code.split(/\n\n/).reduce((before, part) => {
    const linesWith = (sign: string): string =>
      part
        .split("\n")
        .filter((each) => each.startsWith(sign))
        .map((each) => each.slice(1))
        .join("\n");
    const [old, now] = [linesWith("-"), linesWith("+")];
    if (old === "") {
      return `${before}\n${now}\n`;
    }
    expect(before.split(old), `${path}:${line}: ${old}`).toHaveLength(2);
    return before.replace(old, () => now);
  }, text);
}

/** `scaffold` writes a port that may be taken on this machine. */
async function replacePort(file: string, portless: (text: string) => string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined) {
    await writeFile(file, portless(text));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
