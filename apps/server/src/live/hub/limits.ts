/** Bounds of one hub. Times are in milliseconds, sizes in bytes. */
export interface HubLimits {
  /** Sockets of this process, counted from the first byte of the transport; more are answered 503. */
  maxConnectionsPerProcess: number;
  /** One message from a client. A larger one ends the connection. */
  maxMessageBytes: number;
  /** From the transport's start to the client's handshake request. */
  handshakeTimeoutMs: number;
  /** A ping goes out when nothing else was sent for this long. Clients expect one within 30 s. */
  keepAliveMs: number;
  /** A client heard nothing from for this long is gone. Clients ping every 15 s. */
  clientTimeoutMs: number;
  /** Bytes waiting for a client that reads too slowly; beyond it the connection is dropped. */
  maxBufferedBytes: number;
  /** From negotiate to the transport's start. */
  tokenLifetimeMs: number;
  /** How long a closing client may take to hang up before its socket is destroyed. */
  closeGraceMs: number;
}

/** ASP.NET Core's own defaults where it has one; room for the budget of 1,000 clients per process, twice. */
export const DEFAULT_LIMITS: HubLimits = {
  maxConnectionsPerProcess: 2_000,
  maxMessageBytes: 32 * 1024,
  handshakeTimeoutMs: 15_000,
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  maxBufferedBytes: 256 * 1024,
  tokenLifetimeMs: 15_000,
  closeGraceMs: 1_000,
};

/** What a frame or a POST may carry at most: clients join several messages into one. */
export const maxPayloadBytes = (limits: HubLimits): number => 4 * limits.maxMessageBytes;
