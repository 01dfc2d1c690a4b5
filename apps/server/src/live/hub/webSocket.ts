import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Transport } from './transport.ts';

/** Whether the URL is `path` or below it. */
function isUnder(path: string, url: string | undefined): boolean {
  const pathname = url?.split('?')[0];
  return pathname === path || pathname?.startsWith(`${path}/`) === true;
}

/**
 * Handles the server’s upgrade requests. Requests under `path` go through the app’s router like a GET, so they get a
 * request id, client address, hooks and error responses; the route’s handler then takes the socket. All others get
 * 404.
 */
export class WebSocketUpgrades {
  readonly #waiting = new Map<IncomingMessage, Buffer>();
  readonly #server: WebSocketServer;

  constructor(app: Pick<FastifyInstance, 'server' | 'routing'>, path: string, maxPayload: number) {
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload,
    });
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // The HTTP server no longer listens to this socket. Without a listener, a reset during authentication would end
      // the process.
      socket.on('error', () => socket.destroy());
      const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
      if (!isWebSocket || request.method !== 'GET' || !isUnder(path, request.url)) {
        refuse(socket);
        return;
      }
      this.#waiting.set(request, head);
      socket.once('close', () => this.#waiting.delete(request));
      app.routing(request, respondOnce(request));
    });
  }

  has(request: IncomingMessage): boolean {
    return this.#waiting.has(request);
  }

  /**
   * Completes the upgrade. Returns null when the client has disconnected or the request is invalid (already
   * answered).
   */
  accept(reply: FastifyReply): WebSocket | null {
    const request = reply.request.raw;
    const head = this.#waiting.get(request);
    if (head === undefined) return null;
    this.#waiting.delete(request);
    reply.hijack();
    reply.raw.detachSocket(request.socket);
    let accepted: WebSocket | null = null;
    // The callback runs before handleUpgrade returns, or never.
    this.#server.handleUpgrade(request, request.socket, head, (webSocket) => {
      accepted = webSocket;
    });
    return accepted;
  }

  /** Destroys the sockets that still wait for a response. */
  close(): void {
    for (const request of this.#waiting.keys()) request.socket.destroy();
  }
}

/** The server side of an accepted WebSocket. */
export function webSocketTransport(webSocket: WebSocket, closeGraceMs: number): Transport {
  const closed = new Promise<void>((resolve) => {
    webSocket.once('close', () => resolve());
  });
  return {
    kind: 'webSocket',
    bufferedBytes: () => webSocket.bufferedAmount,
    write: ({ frame }) => webSocket.send(frame, { binary: false }),
    end: () => {
      const grace = setTimeout(() => webSocket.terminate(), closeGraceMs);
      void closed.then(() => clearTimeout(grace));
      webSocket.close(1000);
    },
    terminate: () => webSocket.terminate(),
    closed,
  };
}

/** The last response on an upgrade’s socket, which is closed afterwards. */
function respondOnce(request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once('finish', () => request.socket.end(() => request.socket.destroy()));
  return response;
}

function refuse(socket: Duplex): void {
  socket.once('finish', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
