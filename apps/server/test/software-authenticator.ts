import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@portal/contract/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Bits of the authenticator data (WebAuthn Level 3, section 6.1). */
export const FLAGS = {
  userPresent: 1,
  userVerified: 4,
  backupEligible: 8,
  backedUp: 16,
  attested: 64,
} as const;

/** What the browser reports. Everything else in it is free. */
interface ClientData {
  readonly type?: unknown;
  readonly challenge?: unknown;
  readonly origin?: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
}

/** Differences from a correct ceremony. */
export interface Deviations {
  readonly clientData?: ClientData;
  /** Replaces the JSON of the client data. */
  readonly clientDataJSON?: Buffer;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
  /** Signs instead of the passkey's key. */
  readonly key?: KeyObject;
  readonly userHandle?: string;
  /** Only for a new passkey. */
  readonly attestation?: { readonly fmt?: string; readonly attStmt?: CborMap };
  readonly publicKey?: CborMap;
  readonly credentialId?: Buffer;
  readonly attestationObject?: Buffer;
}

type CborMap = Map<string | number, string | number | Uint8Array | Uint8Array[] | CborMap>;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** An authenticator and the browser in front of it, with one ES256 passkey. A peer of the portal, which follows WebAuthn Level 3. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Creates the passkey. */
  create(options: PasskeyCreation, change: Deviations = {}): NewPasskey {
    this.#userHandle = options.user.id;
    const credentialId = change.credentialId ?? this.credentialId;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const key = Buffer.from(isoCBOR.encode(change.publicKey ?? this.coseKey()));
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, FLAGS.attested, change),
      Buffer.alloc(16),
      length,
      credentialId,
      key,
    ]);
    const attestation = new Map<string, string | CborMap | Uint8Array>([
      ['fmt', change.attestation?.fmt ?? 'none'],
      ['attStmt', change.attestation?.attStmt ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    const attestationObject = change.attestationObject ?? Buffer.from(isoCBOR.encode(attestation));
    const id = base64url(credentialId);
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, change)),
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Answers a request with the passkey. */
  answer(request: PasskeyRequest, change: Deviations = {}): PasskeyAnswer {
    const authenticatorData = this.#authenticatorData(request.rpId, 0, change);
    const clientDataJSON = this.#clientData('webauthn.get', request.challenge, change);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const id = base64url(change.credentialId ?? this.credentialId);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, change.key ?? this.#keys.privateKey)),
        userHandle: change.userHandle ?? this.#userHandle,
      },
    };
  }

  /** The public key in COSE's format (RFC 9053, section 7.1.1). */
  coseKey(alg = -7): CborMap {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return new Map<number, number | Uint8Array>([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
  }

  #authenticatorData(rpId: string, extraFlags: number, change: Deviations): Buffer {
    const { userPresent, userVerified } = FLAGS;
    // oxlint-disable-next-line no-bitwise -- flags are bits
    const flags = change.flags ?? userPresent | userVerified | extraFlags;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(change.counter ?? this.counter, 1);
    return Buffer.concat([sha256(change.rpId ?? rpId), rest]);
  }

  #clientData(type: string, challenge: string, change: Deviations): Buffer {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false, ...change.clientData };
    return change.clientDataJSON ?? Buffer.from(JSON.stringify(data));
  }
}
