import { expect, test } from "vitest";
import { testServer } from "../../src/project/generate/test-server.js";
import { folderWith } from "../cli/command-line.js";

const spec = `namespace docs

alias Path = String(pattern="/.+")

struct PathArg
    path Path
struct MoveArg
    from_path Path
    to_path Path
union MoveError
    from_not_found
    to_conflict
    into_itself
    parent_is_file
    malformed_path
route create(PathArg, PathArg, Void)
route move(MoveArg, PathArg, MoveError)
`;

/** The error of a move among paths that exist; undefined if there is none. */
function moveError(from: string, to: string, paths: ReadonlySet<string>): string | undefined {
  if (/\/$|\/\/|\0|\\/.test(from + to)) {
    return "malformed_path";
  }
  if (!paths.has(from)) {
    return "from_not_found";
  }
  if (from === to) {
    return "into_itself";
  }
  if ([...paths].some((path) => to.startsWith(`${path}/`))) {
    return "parent_is_file";
  }
  return paths.has(to) ? "to_conflict" : undefined;
}

test("CT-5: a contract test looks for errors that were not seen yet", async () => {
  const paths = new Set<string>();
  const folder = folderWith({ "docs.stone": spec });
  const { coverage } = await testServer({
    url: "http://docs",
    config: { specs: [`${folder}/docs.stone`], effects: { writes: { routes: ["docs/*"] } } },
    effects: "writes",
    phases: ["values"],
    calls: 250,
    seed: 1,
    fetch: async (request) => {
      const arg = JSON.parse(await request.text()) as Readonly<Record<string, string>>;
      const { path, from_path: from = "", to_path: to = "" } = arg;
      const error = path === undefined ? moveError(from, to, paths) : undefined;
      if (error !== undefined) {
        return Response.json({ error_summary: `${error}/`, error: { ".tag": error } }, { status: 409 });
      }
      paths.delete(from);
      paths.add(path ?? to);
      return Response.json({ path: path ?? to });
    },
  });
  const errors = Object.entries(coverage["docs/move"]?.errors ?? {});
  expect(errors.map(([path]) => path)).toHaveLength(5);
  expect(errors.filter(([, count]) => count === 0)).toEqual([]);
});

test("CT-5: new paths have the extensions of paths in examples, so that routes for some kinds of files succeed", async () => {
  const pictures = `namespace pictures

alias Path = String(pattern="/.+")

struct Picture
    path Path
    example default
        path = "/Alps/Glacier.jpg"
struct Size
    width UInt32
union MeasureError
    not_found
    unsupported_extension
route add(Picture, Picture, Void)
route measure(Picture, Size, MeasureError)
`;
  const paths = new Set<string>();
  const folder = folderWith({ "pictures.stone": pictures });
  const { coverage, findings } = await testServer({
    url: "http://pictures",
    config: {
      specs: [`${folder}/pictures.stone`],
      effects: { writes: { routes: ["pictures/add"] }, reads: { routes: ["pictures/measure"] } },
    },
    effects: "writes",
    phases: ["values"],
    calls: 100,
    seed: 1,
    fetch: async (request) => {
      const { path } = (await request.json()) as { path: string };
      if (request.url.endsWith("/add")) {
        // The path of the example is taken.
        paths.add(path === "/Alps/Glacier.jpg" ? "" : path);
        return Response.json({ path });
      }
      const error = !paths.has(path) ? "not_found" : path.endsWith(".jpg") ? undefined : "unsupported_extension";
      return error === undefined
        ? Response.json({ width: 64 })
        : Response.json({ error_summary: `${error}/`, error: { ".tag": error } }, { status: 409 });
    },
  });
  expect(findings).toEqual([]);
  expect(coverage["pictures/measure"]?.success).toBeGreaterThan(0);
  expect(Object.keys(coverage["pictures/measure"]?.errors ?? {})).toEqual(
    expect.arrayContaining(["not_found", "unsupported_extension"]),
  );
});
