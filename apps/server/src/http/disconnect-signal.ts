import type { FastifyReply } from 'fastify';

/** One for all, because creating it takes as long as a small request. */
const ENDED = new DOMException('The request has ended', 'AbortError');

/** Aborted when the client disconnects and after the response. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed || raw.writableFinished) controller.abort(ENDED);
  else raw.once('close', () => controller.abort(ENDED));
  return controller.signal;
}
