import type { FastifyReply } from 'fastify';
import type { Transport } from './transport.ts';

/** Turns the reply into an event stream. Keeps headers that other hooks have set. */
export function startEventStream(reply: FastifyReply, closeGraceMs: number): Transport {
  reply.hijack();
  const response = reply.raw;
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-store',
    // Proxies must not buffer events.
    'x-accel-buffering': 'no',
    // Close the socket with the stream.
    connection: 'close',
  };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  // Streams can be quiet: pings and the client timeout decide, not the server’s idle timeout.
  response.socket?.setTimeout(0);
  response.writeHead(200);
  // `close` ends the connection of a broken stream. Without this listener, the error would end the process.
  response.on('error', () => response.destroy());
  // Send a comment so that proxies and browsers see that the stream has started.
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
