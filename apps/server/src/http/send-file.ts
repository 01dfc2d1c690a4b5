import { Readable } from 'node:stream';
import type { FileToSend } from '@portal/contract/file';
import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** A client that takes nothing of a file for so long is hung up on. */
const IDLE_MS = 60_000;

/** Sends a file as the answer, with the name it is saved under. A stream is read no faster than the client takes it. */
export async function sendFile(
  reply: FastifyReply,
  answer: FileToSend,
  idleMs: number = IDLE_MS,
): Promise<void> {
  const { content, contentType, fileName, isInline = false } = answer;
  const isWhole = content instanceof Uint8Array;
  const size = isWhole ? content.byteLength : answer.size;
  if (size !== undefined) void reply.header('content-length', size);
  void reply
    .type(contentType)
    // Whatever it holds, opened by itself it runs nothing.
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', create(fileName, { type: isInline ? 'inline' : 'attachment' }));
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy());
  await reply.send(isWhole ? content : Readable.from(content, { objectMode: false }));
}
