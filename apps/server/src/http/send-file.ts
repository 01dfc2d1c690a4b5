import { Readable } from 'node:stream';
import type { FileToSend } from '@portal/contract/file';
import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** Close the connection when a client reads nothing of a file for this long. */
const IDLE_MS = 60_000;

/** A file whose media type is known. */
export type TypedFile = FileToSend & { readonly contentType: string };

/** Sends a file with the name to save it under. A stream is read only as fast as the client receives it. */
export async function sendFile(
  reply: FastifyReply,
  answer: TypedFile,
  idleMs: number = IDLE_MS,
): Promise<void> {
  const { content, contentType, fileName, isInline = false, isImmutable = false } = answer;
  const isWhole = content instanceof Uint8Array;
  const size = isWhole ? content.byteLength : answer.size;
  if (size !== undefined) void reply.header('content-length', size);
  void reply
    .type(contentType)
    // Prevents scripts from running when the file is opened directly.
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', create(fileName, { type: isInline ? 'inline' : 'attachment' }));
  if (isImmutable) void reply.header('cache-control', 'public, max-age=31536000, immutable');
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy());
  await reply.send(isWhole ? content : Readable.from(content, { objectMode: false }));
}
