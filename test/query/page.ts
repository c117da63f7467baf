import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { createClient } from "../../generated/src/index.js";
import {
  copyBatchCheck,
  createFolder,
  getMetadata,
  listFolder,
  type GetMetadataArgInput,
} from "../../generated/src/files/index.js";
import { infinite, inNamespace, job, mutation, query } from "../../generated/src/query/index.js";
import { createTwin } from "../../generated/src/testing/index.js";
import { createElement, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

const twin = createTwin();
const aborted: string[] = [];
const client = createClient({
  accessToken: "any",
  hosts: "http://twin",
  fetch: (input, init) => {
    init.signal?.addEventListener("abort", () => aborted.push(input));
    return twin.fetch(input, init);
  },
});
const queries = new QueryClient();

function Metadata({ id, arg }: { readonly id: string; readonly arg: GetMetadataArgInput }): ReactNode {
  const { data, error } = useQuery(query(client, getMetadata, arg));
  // Data and error have the types of the route.
  const text =
    error?.name === "RouteError"
      ? error.error.path[".tag"]
      : (error?.name ?? (data?.[".tag"] === "file" ? `${data.name} ${data.size}` : data?.name));
  return createElement("p", { id }, text ?? "…");
}

function List(): ReactNode {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(infinite(client, listFolder, { path: "/" + "a" }));
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return createElement(
    "button",
    { id: "list", onClick: () => void fetchNextPage() },
    `${entries.length} ${String(hasNextPage)}`,
  );
}

function Job(): ReactNode {
  const { data } = useQuery(job(client, copyBatchCheck, { async_job_id }, 5));
  return createElement("p", { id: "job" }, data?.[".tag"]);
}

function Create(): ReactNode {
  const { mutate, data, error } = useMutation({
    ...mutation(client, createFolder),
    onSuccess: () => queries.invalidateQueries(inNamespace("files")),
  });
  return createElement(
    "button",
    { id: "create", onClick: () => mutate({ path: "/new" }) },
    data?.name ?? error?.name ?? "create",
  );
}

function Page(): ReactNode {
  const [isShown, show] = useState(true);
  return createElement(
    QueryClientProvider,
    { client: queries },
    createElement(Metadata, { id: "one", arg: { path: "/a", include_deleted: false } }),
    createElement(Metadata, { id: "same", arg: { include_deleted: false, path: "/a" } }),
    createElement(Metadata, { id: "missing", arg: { path: "/missing" } }),
    isShown ? createElement(Metadata, { id: "slow", arg: { path: "/slow" } }) : undefined,
    createElement("button", { id: "hide", onClick: () => show(false) }, "hide"),
    createElement(List),
    createElement(Job),
    createElement(Create),
  );
}

twin.fail(getMetadata, "path/not_found", { when: { path: "/missing" } });
twin.plan({ route: "files/get_metadata", when: { path: "/slow" }, delayMs: 60_000 });
const launched = await client.files.copyBatch({ entries: [{ from_path: "/a", to_path: "/b" }] });
const async_job_id = launched[".tag"] === "async_job_id" ? launched.async_job_id : "";
Object.assign(window, { twin, aborted, queries });
createRoot(document.body).render(createElement(Page));
