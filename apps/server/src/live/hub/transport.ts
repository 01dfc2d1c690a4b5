import type { Packet } from './protocol.ts';

/** The server side of a WebSocket or event stream. */
export interface Transport {
  readonly kind: 'webSocket' | 'eventStream';
  /** Bytes written that the operating system has not accepted yet. */
  bufferedBytes(): number;
  write(packet: Packet): void;
  /** Closes after everything is sent. Destroys the socket when the client does not disconnect in time. */
  end(): void;
  /** Destroys the socket. */
  terminate(): void;
  /** Resolves when the socket is closed by either side. */
  readonly closed: Promise<void>;
}
