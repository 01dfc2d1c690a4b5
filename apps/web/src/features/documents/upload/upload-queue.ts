import { documentUpload, type Document, type documentUploadBody } from '@portal/contract/documents';
import { MAX_DOCUMENT_BYTES } from '@portal/domain/document';
import type { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';
import type { Upload } from '#lib/api/upload.ts';
import { createAttemptKeys, type AttemptKeys } from '#lib/query/attempt-keys.ts';
import { createStore } from '#lib/session/state.ts';
import type { OwnDetails } from './OwnDetailsDialog.tsx';
import { uploadErrorText } from './upload-error-text.ts';

export type UploadBody = z.input<typeof documentUploadBody>;

/**
 * `refused`: the file can never be stored as it is. `duplicate`: an identical file exists and the user must confirm the
 * upload.
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
  /** Details that apply to this file only. */
  readonly own: OwnDetails | undefined;
  readonly state: UploadState;
  /** Upload progress, 0 to 1. */
  readonly share: number;
  /** Error or warning shown with the file. */
  readonly message: string | null;
  /** The stored document, once uploaded. */
  readonly stored: Document | null;
}

interface QueueState {
  readonly entries: readonly UploadEntry[];
  /** The latest event, for screen readers. */
  readonly spoken: string;
}

/** The files of one visit to the upload screen. */
export interface UploadQueue {
  readonly get: () => QueueState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds files, some with their own details; files already in the list are skipped. */
  readonly add: (files: readonly File[], owns?: ReadonlyMap<File, OwnDetails>) => void;
  readonly setOwn: (key: string, own: OwnDetails) => void;
  /** Sends or resends a file; the idempotency key is reused while the details are the same. */
  readonly start: (key: string, body: UploadBody) => void;
  readonly cancel: (key: string) => void;
  readonly remove: (key: string) => void;
  /** Aborts all uploads when the screen is left. */
  readonly dispose: () => void;
}

/** Concurrent uploads; more would only slow each other down. */
const MAX_CONCURRENT = 2;
const MAY_BE_STORED = 'Cancelled too late: the file may already be stored. Retry will not store it twice.';

/** Whether the file can be sent. */
export const canStart = ({ state }: UploadEntry): boolean =>
  state === 'ready' || state === 'failed' || state === 'cancelled' || state === 'duplicate';

/** Whether the file is not stored yet and would be lost when the screen is left. */
export const isUnfinished = ({ state }: UploadEntry): boolean => state !== 'stored' && state !== 'refused';

/** Creates an empty queue; `onStored` is called after each stored file. */
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

  function startNext(): void {
    for (const entry of store.get().entries) {
      if (running.size >= MAX_CONCURRENT) return;
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
      // After an abort, keep the key, because the server may have received everything.
      if (!signal.aborted) attempts.settle(error);
      const { spoken, ...part } = signal.aborted
        ? cancelled(find(key)?.share ?? 0)
        : failure(error, file.name);
      change(key, part, spoken);
    } finally {
      running.delete(key);
      startNext();
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (files, owns) => store.set(withFiles(store.get(), files, owns)),
    setOwn: (key, own) => change(key, { own }),
    start: (key, body) => {
      const entry = find(key);
      if (entry === undefined || !canStart(entry)) return;
      bodies.set(key, body);
      change(key, { state: 'waiting', message: null });
      startNext();
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

/** Adds the files that are not in the list yet. */
function withFiles({ entries }: QueueState, ...[files, owns]: Parameters<UploadQueue['add']>): QueueState {
  const fresh = files.filter((file) => !entries.some((entry) => isSameFile(entry.file, file)));
  return {
    entries: [...entries, ...fresh.map((file) => entryOf(file, owns?.get(file)))],
    spoken:
      fresh.length === files.length
        ? `${fresh.length === 1 ? '1 file' : `${fresh.length} files`} added`
        : 'A file already in the list was skipped',
  };
}

type Ended = Pick<UploadEntry, 'state' | 'message'> & { readonly spoken?: string };

const cancelled = (share: number): Ended => ({
  state: 'cancelled',
  message: share >= 1 ? MAY_BE_STORED : 'Cancelled',
});

function failure(error: unknown, name: string): Ended {
  const state = stateAfter(error);
  const message = uploadErrorText(error);
  return {
    state,
    message,
    spoken: state === 'duplicate' ? `${name}: ${message}` : `${name} was not uploaded. ${message}`,
  };
}

function stateAfter(error: unknown): UploadState {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'CONFIRMATION_REQUIRED') return 'duplicate';
  // An error about the file itself: its type or size.
  return 'file' in error.fieldErrors ? 'refused' : 'failed';
}

/** Creates an entry and checks the size. The server checks the type by content. */
function entryOf(file: File, own: OwnDetails | undefined): UploadEntry {
  const problem =
    file.size === 0
      ? 'The file is empty.'
      : file.size > MAX_DOCUMENT_BYTES
        ? 'The file is larger than 25 MB. Split it or save it at a lower resolution.'
        : null;
  return {
    key: randomId(),
    file,
    own,
    state: problem === null ? 'ready' : 'refused',
    share: 0,
    message: problem,
    stored: null,
  };
}

const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
