import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { parse } from "smol-toml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emacs, neovim } from "./installed-editors.js";
import { blocksOf } from "./pages.js";

const run = promisify(execFile);

const page = { path: "docs/editors.md", text: readFileSync("docs/editors.md", "utf8") };

/** The only block of a language in the page. */
function block(language: string): string {
  const found = blocksOf(page).filter(({ info }) => info === language);
  expect(found).toHaveLength(1);
  return found[0]?.code ?? "";
}

const rename = `
(require 'eglot)
(find-file (getenv "SPECIFICATION"))
(run-hooks 'post-command-hook) ; connects, as it does after the first command
(defun wait-for (holds)
  (let ((end (+ (float-time) 30)))
    (while (and (< (float-time) end) (not (funcall holds))) (accept-process-output nil 0.1))))
(wait-for 'eglot-current-server)
(flymake-mode 1)
(flymake-start)
(wait-for 'flymake-diagnostics)
(message "mode %s, %s" major-mode (mapcar 'flymake-diagnostic-text (flymake-diagnostics)))
(goto-char (point-min))
(search-forward "struct Bo")
(eglot-rename "Volume")
(message "%s" (buffer-string))
(eglot-shutdown-all)
`;

// Neovim before 0.11 has the client, but not `vim.lsp.config`: what it is given starts the client.
const attach = `
local given
if vim.lsp.config == nil then
  vim.filetype = { add = function() end }
  vim.lsp.config = function(_, config) given = config end
  vim.lsp.enable = function()
    vim.cmd("edit " .. vim.env.SPECIFICATION)
    local client = vim.lsp.start_client({ name = "ashlar", cmd = given.cmd, root_dir = vim.fn.getcwd() })
    vim.lsp.buf_attach_client(0, client)
  end
end
dofile("init.lua")
if given == nil then vim.cmd("edit " .. vim.env.SPECIFICATION) end
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 100)
for _, each in ipairs(vim.diagnostic.get(0)) do io.stdout:write(each.message .. "\\n") end
vim.cmd("qa!")
`;

describe("ED-8: the configurations of editors", () => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ashlar-editors-"));
    const specification = join(folder, "books.stone");
    writeFileSync(specification, "namespace books\n\nstruct Book\n    title Strng\n");
    mkdirSync(join(folder, "bin"));
    const command = `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`;
    writeFileSync(join(folder, "bin", "ashlar"), command, { mode: 0o755 });
    const path = [join(folder, "bin"), process.env["PATH"]].join(delimiter);
    environment = { ...process.env, HOME: folder, PATH: path, SPECIFICATION: specification };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.runIf(emacs !== undefined)(
    "ED-8: Emacs with the documented configuration reports errors and renames",
    async () => {
      writeFileSync(join(folder, "init.el"), block("elisp"));
      writeFileSync(join(folder, "rename.el"), rename);
      const args = ["--batch", "--no-init-file", "-l", "init.el", "-l", "rename.el"];
      const { stderr } = await run(emacs ?? "", args, { cwd: folder, env: environment });
      expect(stderr).toContain("mode stone-mode, (ashlar [unknown-type]: No type is named 'Strng'.");
      expect(stderr).toContain("struct Volume\n");
    },
  );

  test.runIf(neovim !== undefined)("ED-8: Neovim with the documented configuration reports errors", async () => {
    writeFileSync(join(folder, "init.lua"), block("lua"));
    writeFileSync(join(folder, "attach.lua"), attach);
    const args = ["--headless", "-u", "NONE", "-c", "luafile attach.lua"];
    const { stdout, stderr } = await run(neovim ?? "", args, { cwd: folder, env: environment });
    expect(stdout + stderr).toContain("No type is named 'Strng'.");
  });

  test("ED-8: Helix and Zed are configured with TOML, and Sublime Text with JSON, with the command", () => {
    const [helix, zed] = blocksOf(page).filter(({ info }) => info === "toml");
    expect(parse(helix?.code ?? "")).toMatchObject({
      "language-server": { ashlar: { command: "ashlar", args: ["lsp"] } },
      language: [{ name: "stone", "file-types": ["stone"], "language-servers": ["ashlar"] }],
    });
    expect(parse(zed?.code ?? "")).toMatchObject({ language_servers: { ashlar: { languages: ["Stone"] } } });
    expect(JSON.parse(block("json"))).toMatchObject({ clients: { ashlar: { command: ["ashlar", "lsp"] } } });
  });
});
