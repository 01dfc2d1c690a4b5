/** Limits of a hub. Times are in milliseconds, sizes in bytes. */
export interface HubLimits {
  /** Maximum sockets of this process, counted from the start of the transport. Others get 503. */
  maxConnectionsPerProcess: number;
  /** Of them, the maximum of one person. Others get 429. */
  maxConnectionsPerPerson: number;
  /** Maximum size of a client message. A larger one ends the connection. */
  maxMessageBytes: number;
  /** Time from the start of the transport to the client’s handshake request. */
  handshakeTimeoutMs: number;
  /** A ping is sent after this time without other messages. Clients expect one within 30 s. */
  keepAliveMs: number;
  /** A client is disconnected after this time without messages. Clients ping every 15 s. */
  clientTimeoutMs: number;
  /** Bytes buffered for a slow client. Above this, the connection is dropped. */
  maxBufferedBytes: number;
  /** Time for a closing client to disconnect before its socket is destroyed. */
  closeGraceMs: number;
}

/** ASP.NET Core’s defaults where they exist, and twice the target of 1,000 clients per process. */
export const DEFAULT_LIMITS: HubLimits = {
  maxConnectionsPerProcess: 2_000,
  // A browser has one, or one per tab on an insecure origin.
  maxConnectionsPerPerson: 20,
  maxMessageBytes: 32 * 1024,
  handshakeTimeoutMs: 15_000,
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  maxBufferedBytes: 256 * 1024,
  closeGraceMs: 1_000,
};

/** Maximum size of a frame or POST body; clients can combine several messages. */
export const maxPayloadBytes = (limits: HubLimits): number => 4 * limits.maxMessageBytes;
