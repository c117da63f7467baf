import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Caller } from "./caller.js";
import { queryOn } from "./database.js";
import { fileAt, metadata } from "./tree.js";

/** Responds with a file in the home of the caller, with its metadata in a header. */
export async function download(
  pool: Pool,
  contents: string,
  caller: Caller,
  path: string,
  response: ServerResponse,
  header: string,
): Promise<void> {
  const file = await fileAt(queryOn(pool), caller, path);
  response.setHeader("Content-Type", "application/octet-stream");
  response.setHeader("Content-Length", file.size);
  response.setHeader(header, JSON.stringify(metadata(file)));
  createReadStream(join(contents, file.content.slice(0, 2), file.content)).pipe(response);
}
