import type { Packet } from './protocol.ts';

/** The server's half of a WebSocket or an event stream. */
export interface Transport {
  readonly kind: 'webSocket' | 'eventStream';
  /** Bytes handed over that the operating system has not taken yet. */
  bufferedBytes(): number;
  write(packet: Packet): void;
  /** Hangs up once everything written is out; destroys the socket when the client does not follow in time. */
  end(): void;
  /** Destroys the socket. */
  terminate(): void;
  /** Settles when the socket is gone, whoever closed it. */
  readonly closed: Promise<void>;
}
