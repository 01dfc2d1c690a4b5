import { ProtocolError } from './errors.ts';

/** Terminates every message of the JSON hub protocol. JSON escapes it, so it never occurs inside a message. */
export const RECORD_SEPARATOR = '\u001e';

/** Message types of the hub protocol. */
export const MESSAGE = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const;

/** An encoded message for either transport. It is encoded once for all clients. */
export interface Packet {
  /** A WebSocket text frame's payload. */
  readonly frame: Buffer;
  /** A server-sent event. JSON contains no raw line breaks, so one data line is enough. */
  readonly event: Buffer;
}

function packet(message: object): Packet {
  const text = JSON.stringify(message) + RECORD_SEPARATOR;
  return { frame: Buffer.from(text), event: Buffer.from(`data: ${text}\n\n`) };
}

/** The response to a handshake request. With `error`, the connection ends afterwards. */
export const handshakeResponse = (error?: string): Packet => packet(error === undefined ? {} : { error });

/** Calls `target` on the client without expecting a result. */
export const invocation = (target: string, args: readonly unknown[]): Packet =>
  packet({ type: MESSAGE.invocation, target, arguments: args });

/** The failed result of the client’s invocation `invocationId`. */
export const failedCompletion = (invocationId: string, error: string): Packet =>
  packet({ type: MESSAGE.completion, invocationId, error });

/** The server’s last message. Clients only reconnect with `allowReconnect`. */
export const closeMessage = (error: string | undefined, allowReconnect: boolean): Packet =>
  packet({
    type: MESSAGE.close,
    ...(error === undefined ? {} : { error }),
    ...(allowReconnect ? { allowReconnect } : {}),
  });

export const PING = packet({ type: MESSAGE.ping });

/** The fields of a client message that this server uses. */
export interface ClientMessage {
  type: number;
  invocationId: string | undefined;
}

/**
 * Splits received text into JSON messages. Throws ProtocolError when the last one is not terminated or one is longer
 * than `maxBytes`.
 */
export function splitMessages(text: string, maxBytes: number): string[] {
  const messages = text.split(RECORD_SEPARATOR);
  if (messages.pop() !== '') throw new ProtocolError('The message is incomplete.');
  if (messages.some((message) => Buffer.byteLength(message) > maxBytes)) {
    throw new ProtocolError('The message is too large.');
  }
  return messages;
}

/** Parses one message. Throws ProtocolError unless it is an object with a numeric type and an optional text id. */
export function parseMessage(json: string): ClientMessage {
  const { type, invocationId } = parseObject(json);
  if (typeof type !== 'number') throw new ProtocolError('The message has no type.');
  if (invocationId !== undefined && invocationId !== null && typeof invocationId !== 'string') {
    throw new ProtocolError('The invocation id is not a string.');
  }
  return { type, invocationId: invocationId ?? undefined };
}

/** Checks the handshake request. Throws ProtocolError unless it asks for version 1 of the JSON protocol. */
export function checkHandshake(json: string): void {
  const { protocol, version } = parseObject(json);
  if (typeof protocol !== 'string' || typeof version !== 'number') {
    throw new ProtocolError('The handshake request is malformed.');
  }
  if (protocol !== 'json') throw new ProtocolError(`The protocol '${protocol}' is not supported.`);
  if (version !== 1) {
    throw new ProtocolError(`The server does not support version ${version} of the '${protocol}' protocol.`);
  }
}

function parseObject(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ProtocolError('The message is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null) throw new ProtocolError('The message is not an object.');
  return { ...value };
}
