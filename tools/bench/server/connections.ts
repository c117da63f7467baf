import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Opens a number of connections to a port of this machine. */
export function connectionsTo(port: number, count: number): Promise<readonly Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.to(port)));
}

/**
 * Sends a number of requests on all connections concurrently, each after the response to the previous one. `request` creates
 * the next request for the index of a connection, and `answered` is called with the status of each response.
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

/**
 * A connection with sequential requests. It reads only the necessary parts of the responses, so that the load is not the
 * bottleneck.
 */
class Connection {
  readonly #socket: Socket;
  /** The received part of a response until its head is complete. */
  #head: Buffer = Buffer.alloc(0);
  /** The remaining bytes of the body; undefined until the head is complete. */
  #missing: number | undefined;
  #status = 0;
  #answered: (status: number) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    // Further writes would be lost without an error, and their responses would never arrive.
    socket.on("end", () => {
      throw new Error("The server has closed the connection");
    });
  }

  /** Connects to a port of this machine. A broken connection ends the process. */
  static async to(port: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new Connection(socket);
  }

  /** Sends a request; `answered` is called with the status when the response is complete. */
  send(request: Uint8Array, answered: (status: number) => void): void {
    this.#answered = answered;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#missing === undefined) {
      this.#head = this.#head.byteLength === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) {
        return;
      }
      this.#missing = this.#lengthOfBody(this.#head.toString("latin1", 0, end)) - (this.#head.byteLength - end - 4);
      this.#head = Buffer.alloc(0);
    } else {
      this.#missing -= chunk.byteLength;
    }
    if (this.#missing === 0) {
      this.#missing = undefined;
      this.#answered(this.#status);
    }
  }

  #lengthOfBody(head: string): number {
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
    const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
    if (status === undefined || length === undefined) {
      throw new Error(`The answer is not as expected:\n${head}`);
    }
    this.#status = Number(status);
    return Number(length);
  }
}
