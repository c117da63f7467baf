// Writes the report of `ashlar diff` to a pull request: as one comment for each API, which the next run replaces. action.yml runs it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const {
  CONFIG,
  FOLDER,
  NEW,
  GITHUB_API_URL,
  GITHUB_REPOSITORY,
  GITHUB_RUN_ID,
  GITHUB_SERVER_URL,
  GITHUB_TOKEN,
  PULL_REQUEST,
  REPORT,
} = process.env;

/** The first line of each report. */
const marker = "<!-- ashlar-diff -->";
const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`;
const comments = `${repository}/issues/${PULL_REQUEST}/comments`;
const run = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;

/** The second line of the comment, by which it differs from those of other APIs; empty for the one in the root of the repository. */
const folder = resolve(FOLDER || ".");
const api = [relative(findRoot(folder), folder), CONFIG, NEW].filter(Boolean).join(" ").replaceAll(">", "%3E");
const apiLine = api === "" ? "" : `<!-- ${api} -->\n`;

// Nobody must take the report of an earlier commit for that of one that cannot be compared.
const report = existsSync(REPORT)
  ? readFileSync(REPORT, "utf8")
  : `${marker}\n**Nothing was compared.** The [log](${run}) says why.\n`;
const isQuiet = report.trim() === `${marker}\nNo changes.`;
const body = report.replace(`${marker}\n`, () => `${marker}\n${apiLine}`);

try {
  const own = await findOwn();
  if (own !== undefined) {
    await request("PATCH", `${repository}/issues/comments/${own.id}`, { body });
  } else if (!isQuiet) {
    await request("POST", comments, { body });
  }
} catch (thrown) {
  const hint =
    "Pull requests from forks, and workflows without 'pull-requests: write' in 'permissions', may not write comments.";
  console.log(`::warning title=ashlar diff::The comment was not written: ${thrown.message}. ${hint}`);
}

/** The comment of an earlier run. That of a person who copied one stays as it is. */
async function findOwn() {
  for (let page = 1; ; page += 1) {
    const found = await request("GET", `${comments}?per_page=100&page=${page}`);
    const own = found.find((comment) => comment.user?.type === "Bot" && isOwn(comment.body ?? ""));
    if (own !== undefined || found.length < 100) {
      return own;
    }
  }
}

function isOwn(text) {
  const [first, second = ""] = text.split(/\r?\n/);
  return first === marker && (second.startsWith("<!-- ") ? `${second}\n` : "") === apiLine;
}

/** The root of the repository of a folder, or else of the disk. */
function findRoot(path) {
  return existsSync(join(path, ".git")) || dirname(path) === path ? path : findRoot(dirname(path));
}

async function request(method, url, content) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
    ...(content && { body: JSON.stringify(content) }),
  });
  if (!response.ok) {
    throw new Error(`${method} ${new URL(url).pathname} answers ${response.status}`);
  }
  return response.json();
}
