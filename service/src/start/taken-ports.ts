import { createServer } from "node:net";

/** Returns the given ports that are in use. */
export async function findTakenPorts(host: string, ports: readonly number[]): Promise<number[]> {
  const taken = await Promise.all(ports.map((port) => isTaken(host, port)));
  return ports.filter((_, index) => taken[index]);
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(true));
    server.listen(port, host, () => server.close(() => done(false)));
  });
}
