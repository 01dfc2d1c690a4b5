import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import { ERRORS } from '@portal/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '@portal/contract/endpoint';
import { ALLOWED_FILES_TEXT } from '@portal/domain/document';
import { z } from 'zod';
import { StoreFullError, StoreUnavailableError } from '#files/blob-store.ts';
import { MAX_FILE_NAME } from '#files/file-name.ts';
import { FileRefused, type FileStorage, type ReceivedFile } from '#files/file-storage.ts';
import { AppError, fieldError } from '#platform/app-error.ts';

const FIELD_BYTES = 8 * 1024;
const MAX_FIELDS = 20;
/** Room for fields, boundaries and part headers. */
export const OVERHEAD_BYTES = 256 * 1024;
/** Upload idle timeout. There is no limit on the total time. */
const IDLE_MS = 60_000;
const MEBIBYTE = 1024 * 1024;

const REFUSED: Readonly<
  Record<Exclude<FileRefused['why'], 'empty' | 'too large' | 'name too long'>, string>
> = {
  protected: 'This file is password-protected. Remove the password and upload it again.',
  macros: 'Office files with macros are not supported. Save the file without macros and upload it again.',
  unknown: `This file type is not supported. Supported types: ${ALLOWED_FILES_TEXT}.`,
};

/** A received upload: fields parsed by the endpoint’s schema, and the stored file. */
export interface Upload {
  readonly body: unknown;
  readonly file: ReceivedFile;
}

type UploadLimits = NonNullable<Endpoint['upload']>;

/** Changes the bytes of a file before they are stored. */
export type Convert = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** Enables multipart forms for the routes of `app`. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fields: MAX_FIELDS,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      files: 1,
      parts: MAX_FIELDS + 1,
      // We count the bytes and apply the endpoint’s limit.
      fileSize: Number.MAX_SAFE_INTEGER,
    },
    throwFileSizeLimit: false,
    isPartAFile: (_field, _contentType, fileName) => fileName !== undefined,
  });
}

/** Rejects requests that are not forms or declare an excessive size, before the body is read. */
export function admitUpload(request: FastifyRequest, upload: UploadLimits): void {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Send the file as a form (multipart/form-data).',
    });
  if (Number(length ?? 0) > upload.maxBytes + OVERHEAD_BYTES) throw tooLarge(upload);
}

/**
 * Reads a form with its fields and one file named `file`, in any order. The file is streamed into the store and
 * discarded on any error. Throws VALIDATION, BAD_REQUEST, PAYLOAD_TOO_LARGE, FILE_TYPE_NOT_ALLOWED, STORAGE_FULL or
 * UNAVAILABLE.
 */
export async function receiveUpload(
  request: FastifyRequest,
  { body: schema = z.strictObject({}), upload = { maxBytes: 0 } }: Endpoint,
  files: FileStorage,
  convert: Convert = (source) => source,
): Promise<Upload> {
  const { maxBytes, anyContent = false } = upload;
  closeWhenIdle(request.raw);
  let file: ReceivedFile | undefined;
  const fields = new Map<string, string>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw fieldError(part.fieldname, 'Unknown field');
        file = await files.receive(decodedName(part.filename), convert(part.file), maxBytes, { anyContent });
        continue;
      }
      if (fields.has(part.fieldname)) throw fieldError(part.fieldname, 'This field is sent twice');
      if (part.valueTruncated || typeof part.value !== 'string')
        throw fieldError(part.fieldname, 'This field is too long');
      fields.set(part.fieldname, part.value);
    }
    const body = await parseFields(schema, fields, file !== undefined);
    if (file === undefined) throw fieldError('file', 'Choose a file');
    return { body, file };
  } catch (error) {
    if (file !== undefined) await files.discard(file.id);
    throw toUploadError(error, upload);
  } finally {
    drain(request, maxBytes);
  }
}

/** Per the HTML standard, browsers encode only these three characters in form file names. */
const decodedName = (name: string) =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

async function parseFields(
  schema: z.ZodType,
  fields: ReadonlyMap<string, string>,
  hasFile: boolean,
): Promise<unknown> {
  const parsed = await schema.safeParseAsync(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  // No prototype: a field can be named constructor or __proto__.
  const errors: Record<string, string[]> = Object.create(null);
  const add = (field: string, message: string) => {
    const messages = (errors[field] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'Unknown field');
    else add(issue.path.join('.'), issue.message);
  }
  if (!hasFile) add('file', 'Choose a file');
  throw new AppError('VALIDATION', { errors });
}

/**
 * Reads and discards the rest of a rejected form, up to a limit: most clients only read the response after they have
 * sent everything.
 */
function drain(request: FastifyRequest, maxBytes: number): void {
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed) return;
  let rest = 4 * (maxBytes + OVERHEAD_BYTES);
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) raw.destroy();
  });
  raw.resume();
}

/** Closes the connection of a client that sends nothing. Time during which we pause reading does not count. */
function closeWhenIdle(raw: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (raw.isPaused()) timer.refresh();
    else raw.destroy();
  }, IDLE_MS);
  timer.unref();
  raw.on('data', () => timer.refresh());
  for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer));
}

const tooLarge = ({ maxBytes, larger }: UploadLimits) => {
  const most = `Files can be at most ${Math.floor(maxBytes / MEBIBYTE)} MB.`;
  const message = larger === undefined ? most : `${most} ${larger}`;
  return new AppError('PAYLOAD_TOO_LARGE', { message, errors: { file: [message] } });
};

const refusedType = (message: string) =>
  new AppError('FILE_TYPE_NOT_ALLOWED', { message, errors: { file: [message] } });

function toUploadError(error: unknown, upload: UploadLimits): unknown {
  if (error instanceof FileRefused) return toRefusalError(error.why, upload);
  if (error instanceof StoreFullError) return new AppError('STORAGE_FULL', { cause: error });
  if (error instanceof StoreUnavailableError) return new AppError('UNAVAILABLE', { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_FILES_LIMIT') return fieldError('file', 'Send one file at a time');
  if (/^FST_(?:PARTS|FIELDS)_LIMIT$/.test(code))
    return new AppError('BAD_REQUEST', { message: 'The form has too many fields.', cause: error });
  // The form parser’s errors for truncated or malformed forms have no code.
  if (error instanceof AppError || !isParserError(error, code)) return error;
  return new AppError('BAD_REQUEST', { message: ERRORS.BAD_REQUEST.text, cause: error });
}

const isParserError = (error: unknown, code: string) =>
  /^FST_(?:MP|PROTO|INVALID)/.test(code) ||
  (error instanceof Error &&
    /multipart|boundary|terminated early|malformed part|header/i.test(error.message));

function toRefusalError(why: FileRefused['why'], upload: UploadLimits): AppError {
  if (why === 'empty') return fieldError('file', 'The file is empty');
  if (why === 'too large') return tooLarge(upload);
  if (why === 'name too long')
    return fieldError('file', `The file name can have at most ${MAX_FILE_NAME} characters. Rename the file.`);
  return refusedType(REFUSED[why]);
}
