import { describe, expect, it, vi } from 'vitest';
import { ApiError, errorFromResponse } from '#lib/api/api-error.ts';
import { readAnswer } from '#lib/api/read-answer.ts';
import type { Upload, UploadOptions } from '#lib/api/upload.ts';
import { createUploadQueue } from './upload-queue.ts';
import { soon } from '#lib/test/soon.ts';

const BODY = {
  type: 'Consent',
  category: 'Legal',
  patientId: '11111111-1111-4111-8111-111111111111',
} as const;
const fileOf = (name: string, size = 3) => new File([new Uint8Array(size)], name, { lastModified: 1 });

type Sent = UploadOptions & { readonly body?: unknown; readonly file: Blob };

/** A queue whose uploads are completed by the test. */
function open() {
  const sent: (Sent & { readonly finish: () => void; readonly fail: (error: Error) => void })[] = [];
  const stored = vi.fn();
  const transport: Upload = (endpoint, input) =>
    new Promise((resolve, reject) => {
      input.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      sent.push({
        ...input,
        finish: () => resolve(readAnswer(endpoint, 201, JSON.stringify(answerFor(input.file)))),
        fail: reject,
      });
    });
  const queue = createUploadQueue(transport, stored);
  const states = () => queue.get().entries.map(({ state }) => state);
  const start = (at: number, body: object = BODY) => {
    const entry = queue.get().entries[at];
    if (entry !== undefined) queue.start(entry.key, { ...BODY, ...body });
  };
  const key = (at: number) => queue.get().entries[at]?.key ?? '';
  return { queue, sent, stored, states, start, key };
}

const answerFor = (file: Blob) => ({
  id: BODY.patientId,
  fileName: 'scan.pdf',
  fileType: 'pdf',
  type: 'Consent',
  category: 'Legal',
  patient: { id: BODY.patientId, firstName: 'Ann', lastName: 'Lee', medicalRecordNumber: '00000042' },
  fileSizeBytes: file.size,
  uploadedByUser: { id: BODY.patientId, firstName: 'Jane', lastName: 'Doe' },
  createdAt: '2026-11-21T10:00:00.000Z',
  isEncrypted: true,
  deletedAt: null,
  restorableUntil: null,
  version: 1,
  note: null,
  deletedByUser: null,
  deleteReason: null,
});
const network = () => new ApiError(0, 'NETWORK');
const duplicate = () =>
  errorFromResponse(
    409,
    JSON.stringify({ code: 'CONFIRMATION_REQUIRED', message: 'The same file is already stored.' }),
    null,
  );

describe('upload queue', () => {
  it('reports empty and oversized files before sending, and lists each file once', () => {
    const { queue, states } = open();
    queue.add([fileOf('a.pdf'), fileOf('empty.pdf', 0), fileOf('big.pdf', 25 * 1024 * 1024 + 1)]);
    queue.add([fileOf('a.pdf')]);
    expect(states()).toEqual(['ready', 'refused', 'refused']);
    expect(queue.get().entries.map(({ message }) => message)).toEqual([
      null,
      'The file is empty.',
      expect.stringContaining('25 MB'),
    ]);
    expect(queue.get().spoken).toContain('was skipped');
  });

  it('accepts a file of exactly 25 MB', () => {
    const { queue, states } = open();
    queue.add([fileOf('full.pdf', 25 * 1024 * 1024)]);
    expect(states()).toEqual(['ready']);
  });

  it('lists two files of one name that differ in size', () => {
    const { queue, states } = open();
    queue.add([fileOf('scan.pdf', 3)]);
    queue.add([fileOf('scan.pdf', 4)]);
    expect(states()).toEqual(['ready', 'ready']);
  });

  it('aborts an upload whose file is removed', () => {
    const { queue, sent, start, key } = open();
    queue.add([fileOf('a'), fileOf('b')]);
    for (const at of [0, 1]) start(at);
    queue.remove(key(0));
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(queue.get().entries.map(({ file }) => file.name)).toEqual(['b']);
  });

  it('makes a new attempt after a refusal', async () => {
    const { queue, sent, states, start } = open();
    queue.add([fileOf('a')]);
    start(0);
    sent[0]?.fail(errorFromResponse(400, '{"code":"VALIDATION","message":"Choose a patient"}', null));
    await vi.waitFor(() => expect(states()).toEqual(['failed']), soon);
    start(0);
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
  });

  it('does not resend a file whose type the server refused', async () => {
    const { queue, sent, states, start } = open();
    queue.add([fileOf('program.exe')]);
    start(0);
    const message = 'This file type is not supported. Supported types: PDF and others.';
    const body = { code: 'FILE_TYPE_NOT_ALLOWED', message, errors: { file: [message] } };
    sent[0]?.fail(errorFromResponse(415, JSON.stringify(body), null));
    await vi.waitFor(() => expect(states()).toEqual(['refused']), soon);
    expect(queue.get().entries[0]?.message).toBe(message);
    start(0);
    expect(sent).toHaveLength(1);
  });

  it('sends two files at a time and reports progress', async () => {
    const { queue, sent, states, start, stored } = open();
    queue.add(['a', 'b', 'c'].map((name) => fileOf(name)));
    for (const at of [0, 1, 2]) start(at);
    expect(states()).toEqual(['uploading', 'uploading', 'waiting']);
    sent[0]?.onProgress?.(0.4);
    expect(queue.get().entries[0]?.share).toBe(0.4);
    sent[0]?.finish();
    await vi.waitFor(() => expect(states()).toEqual(['stored', 'uploading', 'uploading']), soon);
    expect(stored).toHaveBeenCalledOnce();
    expect(queue.get().spoken).toBe('a was uploaded');
  });

  it('reuses the idempotency key after a lost response, but not with other details', async () => {
    const { queue, sent, states, start } = open();
    queue.add([fileOf('a')]);
    start(0);
    sent[0]?.fail(network());
    await vi.waitFor(() => expect(states()).toEqual(['failed']), soon);
    start(0);
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
    sent[1]?.fail(network());
    await vi.waitFor(() => expect(states()).toEqual(['failed']), soon);
    start(0, { note: 'another' });
    expect(sent[2]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
  });

  it('waits for “Upload anyway” for a duplicate', async () => {
    const { queue, sent, states, start } = open();
    queue.add([fileOf('a')]);
    start(0);
    sent[0]?.fail(duplicate());
    await vi.waitFor(() => expect(states()).toEqual(['duplicate']), soon);
    expect(queue.get().entries[0]?.message).toContain('already stored');
    start(0, { acceptDuplicate: 'true' });
    expect(sent[1]).toMatchObject({ body: { acceptDuplicate: 'true' } });
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
  });

  it('cancels waiting and running uploads, and warns that one canceled at the very end may be stored', async () => {
    const { queue, sent, states, start, key } = open();
    queue.add(['a', 'b', 'c'].map((name) => fileOf(name)));
    for (const at of [0, 1, 2]) start(at);
    queue.cancel(key(2));
    expect(states()).toEqual(['uploading', 'uploading', 'ready']);
    queue.cancel(key(0));
    sent[1]?.onProgress?.(1);
    queue.cancel(key(1));
    await vi.waitFor(() => expect(states()).toEqual(['cancelled', 'cancelled', 'ready']), soon);
    expect(queue.get().entries.map(({ message }) => message)).toEqual([
      'Cancelled',
      expect.stringContaining('may already be stored'),
      null,
    ]);
    start(1);
    expect(sent[2]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
  });

  it('aborts uploads when the page is left, and starts no others', async () => {
    const { queue, sent, states, start } = open();
    queue.add(['a', 'b', 'c'].map((name) => fileOf(name)));
    for (const at of [0, 1, 2]) start(at);
    queue.dispose();
    await vi.waitFor(() => expect(states()).toEqual(['cancelled', 'cancelled', 'ready']), soon);
    expect(sent).toHaveLength(2);
  });
});
