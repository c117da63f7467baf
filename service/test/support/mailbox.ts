import { createServer, type AddressInfo } from "node:net";
import { expect, vi } from "vitest";

/** A mail server that keeps what it gets. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** The texts of all mails to an address so far. */
  mailsTo(recipient: string): string[];
  /** Waits until an address has got so many mails, and returns the path to which the newest one links. */
  linkTo(recipient: string, count: number): Promise<string>;
  close(): void;
}

/** The environment variables of a service that sends mails with a mailbox, apart from `SMTP_URL`. */
export const mailSettings = { MAIL_FROM: "files@example.com", WEB_URL: "http://files.example.com" };

/** Starts a mail server that accepts everything. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: { readonly recipient: string; readonly text: string }[] = [];
  const server = createServer((socket) => {
    let recipient = "";
    let received = "";
    let isData = false;
    socket.setEncoding("latin1").write("220 test\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (chunk: string) => {
      received += chunk;
      for (;;) {
        const end = isData ? "\r\n.\r\n" : "\r\n";
        const at = received.indexOf(end);
        if (at < 0) {
          return;
        }
        const text = received.slice(0, at);
        received = received.slice(at + end.length);
        if (isData) {
          // Quoted-printable: long lines are broken, and some characters are escaped.
          mails.push({ recipient, text: text.replaceAll("=\r\n", "").replaceAll("=3D", "=") });
          isData = false;
        }
        recipient = /^RCPT TO:<(.*)>/i.exec(text)?.[1] ?? recipient;
        if (text === "DATA") {
          isData = true;
        }
        socket.write(isData ? "354 go on\r\n" : text === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const mailsTo = (address: string): string[] =>
    mails.filter(({ recipient }) => recipient === address).map(({ text }) => text);
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mailsTo,
    async linkTo(recipient, count) {
      await vi.waitFor(() => expect(mailsTo(recipient)).toHaveLength(count), { timeout: 500_000 });
      return /http:\/\/files\.example\.com(\/\S+)/.exec(mailsTo(recipient).at(-1) ?? "")?.[1] ?? "";
    },
    close: () => server.close(),
  };
}
