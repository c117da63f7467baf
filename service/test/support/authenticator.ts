import { isoCBOR } from "@simplewebauthn/server/helpers";
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type { Shown } from "./browser.js";

/** The options that a page passes to the browser, as far as they are used here. */
interface Options {
  readonly challenge: string;
}

/** What an authenticator, or a browser that is attacked, can do differently. */
interface Deviation {
  readonly origin?: string;
  readonly relyingPartyId?: string;
  /** The count after this use; one more than before by default. */
  readonly count?: number;
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** An authenticator without a browser, which has one passkey of the algorithm ES256 (WebAuthn, section 6). */
export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  readonly #origin: string;
  #count = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The credential for the form of a page that adds a passkey. */
  create(page: Shown, deviation: Deviation = {}): string {
    const publicKey = isoCBOR.encode(coseKey(this.#keys.publicKey));
    const length = Buffer.from([0, this.#id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(0x41, deviation), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData("webauthn.create", page, deviation).toString("base64url"),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
      transports: ["usb"],
    });
  }

  /** The credential for the form of a page that asks for a passkey. */
  use(page: Shown, deviation: Deviation = {}): string {
    const clientData = this.#clientData("webauthn.get", page, deviation);
    const authData = this.#authenticatorData(0x01, deviation);
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  #credential(response: object): string {
    const id = this.#id.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
  }

  #clientData(type: string, page: Shown, { origin = this.#origin }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge: readOptions(page).challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, { relyingPartyId, count = this.#count + 1 }: Deviation): Buffer {
    this.#count = count;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(relyingPartyId ?? new URL(this.#origin).hostname), Buffer.from([flags]), counter]);
  }
}

/** The options in the form of a page. */
function readOptions({ text }: Shown): Options {
  const [, escaped = ""] = /data-options="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(escaped.replaceAll("&quot;", '"')) as Options;
}

/** A public key as COSE encodes it (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Map<number, number | Uint8Array> {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const coordinate = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64url"));
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
}
