import { Connection } from "./connection.js";

/** So many connections to a port of this machine. */
export function connectionsTo(port: number, count: number): Promise<readonly Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.to(port)));
}

/**
 * Sends so many requests on all connections at once, each when the answer to the one before is there; `request` makes the
 * next one for a connection, whose index it receives, and `answered` receives the status of each answer.
 */
export async function sendOn(
  connections: readonly Connection[],
  requests: number,
  request: (connection: number) => Uint8Array,
  answered: (status: number) => void,
): Promise<void> {
  let left = requests;
  await Promise.all(
    connections.map(
      (connection, index) =>
        new Promise<void>((resolve) => {
          const next = (): void => {
            if (left-- <= 0) {
              return resolve();
            }
            connection.send(request(index), (status) => {
              answered(status);
              next();
            });
          };
          next();
        }),
    ),
  );
}
