import { expect, test } from "vitest";
import { newPerson, save } from "./support/files.js";
import { describeService } from "./support/service.js";

describeService("hostile paths", (service) => {
  test("no call of the files routes with a hostile path fails other than as documented (B-250)", async () => {
    const { client, token, home } = await newPerson(service);
    const { rev, id } = await save(client, "/İ/a.txt");
    const paths = [
      ...[
        "",
        "/",
        "//",
        "/.",
        "/../x",
        "/a\0b",
        "/\ud800",
        "/a\nb",
        "/ ",
        "/\u202e",
        "/%2e%2e",
        "/a\\b",
        "/'; drop table item; --",
      ],
      ...["id:", "id:\0", "id:\ud800", `${id}/x`, `${id}/../x`, id, "rev:123456789", `rev:${rev}`, `rev:${rev}0`],
      ...["ns:0", "ns:1", `ns:${"9".repeat(40)}/x`, `ns:${home}`, `ns:${home}/`, `ns:${home}//`, `ns:0${home}/İ`],
      ...[
        `/${"x".repeat(256)}`,
        "/x".repeat(2_000),
        `/${"İ".repeat(127)}`,
        `/${"İ".repeat(127)}`.repeat(8),
        "/_%/*?[a]",
      ],
    ];
    const calls: [string, (path: string) => object][] = [
      ...["get_metadata", "list_folder", "list_revisions", "get_temporary_link", "create_folder", "delete"].map(
        (route): [string, (path: string) => object] => [route, (path) => ({ path })],
      ),
      ["get_metadata", (path) => ({ path, include_deleted: true })],
      ["create_folder", (path) => ({ path, autorename: true })],
      ["restore", (path) => ({ path, rev })],
      ["copy", (path) => ({ from_path: "/İ/a.txt", to_path: path })],
      ["copy", (path) => ({ from_path: path, to_path: "/copy", autorename: true })],
      ["copy", (path) => ({ from_path: "/İ", to_path: path, autorename: true })],
      ["move", (path) => ({ from_path: path, to_path: "/moved", autorename: true })],
      ["list_folder/continue", (path) => ({ cursor: path })],
      ["list_folder/longpoll", (path) => ({ cursor: path })],
      ["copy_batch/check", (path) => ({ async_job_id: path })],
    ];
    for (const [route, argOf] of calls) {
      for (const path of paths) {
        const response = await service.post(`files/${route}`, token, argOf(path));
        expect([200, 400, 409], `${route} of ${JSON.stringify(path.slice(0, 99))}`).toContain(response.status);
        await response.text();
      }
    }
    const contents = ["upload", "download", "get_preview", "get_thumbnail"];
    for (const route of contents) {
      for (const path of paths) {
        const arg = encodeURIComponent(JSON.stringify({ path }));
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" };
        const init = { method: "POST", headers, ...(route === "upload" ? { body: "x" } : {}) };
        const response = await fetch(`${service.url}/2/files/${route}?arg=${arg}`, init);
        expect([200, 400, 409], `${route} of ${JSON.stringify(path.slice(0, 99))}`).toContain(response.status);
        await response.arrayBuffer();
      }
    }
    expect(await service.storage.findInconsistencies()).toEqual([]);
  });
});
