import { documentUpload } from '@portal/contract/documents';
import type { Document, documentUploadBody } from '@portal/contract/documents';
import { MAX_DOCUMENT_BYTES } from '@portal/domain/document';
import type { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';
import type { Upload } from '#lib/api/upload.ts';
import { createAttemptKeys } from '#lib/query/attempt-keys.ts';
import type { AttemptKeys } from '#lib/query/attempt-keys.ts';
import { createStore } from '#lib/session/state.ts';
import { uploadErrorText } from './upload-error-text.ts';

export type UploadBody = z.input<typeof documentUploadBody>;

/**
 * `refused`: it cannot be stored as it is, however often it is sent. `duplicate`: the same file is stored already, and it is to be said
 * whether it is wanted again.
 */
export type UploadState =
  | 'ready'
  | 'waiting'
  | 'uploading'
  | 'stored'
  | 'failed'
  | 'cancelled'
  | 'duplicate'
  | 'refused';

/** One chosen file. */
export interface UploadEntry {
  readonly key: string;
  readonly file: File;
  readonly state: UploadState;
  /** How much has left, 0 to 1. */
  readonly share: number;
  /** What is to be said about it, next to it. */
  readonly message: string | null;
  /** What became of it. */
  readonly stored: Document | null;
}

interface QueueState {
  readonly entries: readonly UploadEntry[];
  /** For screen readers: what happened last. */
  readonly spoken: string;
}

/** The files of one visit to the upload screen. */
export interface UploadQueue {
  readonly get: () => QueueState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds files; one that is in the list already is left out. */
  readonly add: (files: readonly File[]) => void;
  /** Sends a file, or sends it again: with the same key while the details are the same. */
  readonly start: (key: string, body: UploadBody) => void;
  readonly cancel: (key: string) => void;
  readonly remove: (key: string) => void;
  /** Ends what is under way: the screen is left. */
  readonly dispose: () => void;
}

/** Files sent at the same time; more would only slow each other down. */
const AT_ONCE = 2;
const MAY_BE_STORED = 'Cancelled just before the end: it may be stored already. Retry stores it once only.';

/** Which states can be sent. */
export const canStart = ({ state }: UploadEntry): boolean =>
  state === 'ready' || state === 'failed' || state === 'cancelled' || state === 'duplicate';

/** Still to be stored, or being stored: lost when the screen is left. */
export const isUnfinished = ({ state }: UploadEntry): boolean => state !== 'stored' && state !== 'refused';

/** Makes an empty queue; `onStored` is called after each file that was stored. */
export function createUploadQueue(upload: Upload, onStored: () => void): UploadQueue {
  const store = createStore<QueueState>({ entries: [], spoken: '' });
  const keys = new Map<string, AttemptKeys>();
  const bodies = new Map<string, UploadBody>();
  const running = new Map<string, AbortController>();

  const find = (key: string) => store.get().entries.find((entry) => entry.key === key);
  const change = (key: string, part: Partial<UploadEntry>, spoken = store.get().spoken) =>
    store.set({
      spoken,
      entries: store.get().entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)),
    });

  function pump(): void {
    for (const entry of store.get().entries) {
      if (running.size >= AT_ONCE) return;
      const body = bodies.get(entry.key);
      if (entry.state === 'waiting' && body !== undefined) void run(entry, body);
    }
  }

  async function run({ key, file }: UploadEntry, body: UploadBody): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const attempts = keys.get(key) ?? createAttemptKeys();
    keys.set(key, attempts);
    running.set(key, controller);
    change(key, { state: 'uploading', share: 0, message: null });
    try {
      const stored = await upload(documentUpload, {
        file,
        body,
        signal,
        idempotencyKey: attempts.keyFor(body),
        onProgress: (share) => change(key, { share }),
      });
      attempts.settle();
      change(key, { state: 'stored', share: 1, stored }, `${file.name} was uploaded`);
      onStored();
    } catch (error) {
      if (signal.aborted) {
        // The key is kept: the server may have all of it.
        const isLate = (find(key)?.share ?? 0) >= 1;
        change(key, { state: 'cancelled', message: isLate ? MAY_BE_STORED : 'Cancelled' });
      } else {
        attempts.settle(error);
        const state = stateAfter(error);
        const message = uploadErrorText(error);
        change(
          key,
          { state, message },
          state === 'duplicate' ? `${file.name}: ${message}` : `${file.name} was not uploaded. ${message}`,
        );
      }
    } finally {
      running.delete(key);
      pump();
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (files) => {
      const { entries } = store.get();
      const fresh = files.filter((file) => !entries.some((entry) => isSameFile(entry.file, file)));
      store.set({
        entries: [...entries, ...fresh.map(entryOf)],
        spoken:
          fresh.length === files.length
            ? `${fresh.length === 1 ? '1 file' : `${fresh.length} files`} added`
            : 'A file that is in the list already was left out',
      });
    },
    start: (key, body) => {
      const entry = find(key);
      if (entry === undefined || !canStart(entry)) return;
      bodies.set(key, body);
      change(key, { state: 'waiting', message: null });
      pump();
    },
    cancel: (key) => {
      if (find(key)?.state === 'waiting') change(key, { state: 'ready' });
      running.get(key)?.abort();
    },
    remove: (key) => {
      running.get(key)?.abort();
      store.set({ entries: store.get().entries.filter((entry) => entry.key !== key) });
    },
    dispose: () => {
      for (const { key, state } of store.get().entries)
        if (state === 'waiting') change(key, { state: 'ready' });
      for (const controller of running.values()) controller.abort();
    },
  };
}

function stateAfter(error: unknown): UploadState {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'CONFIRMATION_REQUIRED') return 'duplicate';
  // Said of the file itself: its kind, its size, that it is empty.
  return 'file' in error.fieldErrors ? 'refused' : 'failed';
}

/** What can be known of a file before it is sent; its kind is told by its content, on the server. */
function entryOf(file: File): UploadEntry {
  const problem =
    file.size === 0
      ? 'The file is empty.'
      : file.size > MAX_DOCUMENT_BYTES
        ? 'The file is larger than 25 MB. Split it or save it with a lower resolution.'
        : null;
  return {
    key: randomId(),
    file,
    state: problem === null ? 'ready' : 'refused',
    share: 0,
    message: problem,
    stored: null,
  };
}

const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
