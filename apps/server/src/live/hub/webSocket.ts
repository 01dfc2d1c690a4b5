import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Transport } from './transport.ts';

/** `path` itself or anything below it. */
function isUnder(path: string, url: string | undefined): boolean {
  const pathname = url?.split('?')[0];
  return pathname === path || pathname?.startsWith(`${path}/`) === true;
}

/**
 * Takes the server's upgrade requests. Those under `path` go through the app's router like any GET, so they get its
 * request id, client address, hooks and error answers; the route's handler then asks for the socket. All others are 404.
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
      // The HTTP server no longer listens to this socket; unheard, a reset while authenticating would end the process.
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

  /** Completes the upgrade; null when the client has gone meanwhile or its request is not a proper one (answered here). */
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

  /** Drops the sockets still waiting for an answer. */
  close(): void {
    for (const request of this.#waiting.keys()) request.socket.destroy();
  }
}

/** The server's half of an accepted WebSocket. */
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

/** A response on an upgrade's socket. It is the last thing on it: nothing else reads from it any more. */
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
