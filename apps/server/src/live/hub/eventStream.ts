import type { FastifyReply } from 'fastify';
import type { Transport } from './transport.ts';

/** Turns the reply into an event stream and keeps the headers other hooks have set on it. */
export function startEventStream(reply: FastifyReply, closeGraceMs: number): Transport {
  reply.hijack();
  const response = reply.raw;
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-store',
    // Proxies must pass each event on as it comes.
    'x-accel-buffering': 'no',
    // So that the end of the stream is the end of the socket.
    connection: 'close',
  };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  // Quiet by design: keep-alive pings and the client timeout decide, not the server's idle timeout.
  response.socket?.setTimeout(0);
  response.writeHead(200);
  // A broken stream ends the connection by its `close`; unheard, the error would end the process.
  response.on('error', () => response.destroy());
  // A comment, so that a proxy or browser waiting for the body's first byte sees the stream begin.
  response.write(':\n\n');

  const closed = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  return {
    kind: 'eventStream',
    bufferedBytes: () => response.writableLength,
    write: ({ event }) => {
      response.write(event);
    },
    end: () => {
      const grace = setTimeout(() => response.destroy(), closeGraceMs);
      void closed.then(() => clearTimeout(grace));
      response.end();
    },
    terminate: () => response.destroy(),
    closed,
  };
}
