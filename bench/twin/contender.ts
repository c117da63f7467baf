import { join } from "node:path";
import { importModule } from "../codecs/task.js";
import { contendWith, ownCpu } from "../contender.js";

interface TestingModule {
  readonly createTwin: () => { readonly fetch: typeof fetch; reset(): void };
}

/** `node contender.js name api`: calls a route of a package's Twin, or only creates the request and the response. */
const [name = "", api = ""] = process.argv.slice(2);
const { createTwin } = await importModule<TestingModule>(join(api, "dist/testing/index.js"));
const twin = createTwin();
const url = "http://twin/2/files/get_metadata";
const init = {
  method: "POST",
  headers: { Authorization: "Bearer some-token", "Content-Type": "application/json" },
  body: '{"path":"/a"}',
};
const body = await (await twin.fetch(url, init)).text();

await contendWith({ run: name === "twin" ? callTwin : makeMessages, cpu: ownCpu, roundTime: 200 });

async function callTwin(calls: number): Promise<void> {
  twin.reset(); // otherwise the calls of all rounds would be kept
  for (let call = 0; call < calls; call++) {
    latest = await (await twin.fetch(url, init)).text();
  }
}

/** The minimum cost of a fetch in memory: a request and a response whose bodies are read. */
async function makeMessages(calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) {
    await new Request(url, init).text();
    latest = await new Response(body, { headers: { "Content-Type": "application/json" } }).text();
  }
}

/**
 * The last body, exported so that the engine cannot eliminate the work.
 *
 * @public
 */
export let latest: unknown;
