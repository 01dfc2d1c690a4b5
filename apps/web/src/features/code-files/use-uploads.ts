import { codeFileList, codeFileUpload } from '@portal/contract/code-files';
import type { ResultOf } from '@portal/contract/endpoint';
import { MAX_IMPORT_BYTES } from '@portal/contract/patient-imports';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { upload } from '#lib/portal.ts';
import { endpointKey, invalidateAreas } from '#lib/query/endpoint-query.ts';
import { createStore } from '#lib/session/state.ts';
import { isRunning } from './code-file-labels.ts';

/** A chosen file that the server does not have yet. */
export interface UploadEntry {
  /** Also its idempotency key, so that a retry after a lost response never stores it twice. */
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'uploading' | 'failed' | 'refused';
  /** Upload progress, 0 to 1. */
  readonly share: number;
  readonly message: string | null;
}

/**
 * Uploads files one after the other, each when the server works on no other one. The server then checks it; what is loaded is decided
 * later.
 */
export function useUploads() {
  const client = useQueryClient();
  const [queue] = useState(() => createUploads(client));
  const { entries } = useSyncExternalStore(queue.subscribe, queue.get);
  useEffect(() => {
    // The list of files says when the server has finished one.
    const unsubscribe = client.getQueryCache().subscribe(queue.sendNext);
    return () => {
      unsubscribe();
      queue.dispose();
    };
  }, [client, queue]);
  return { ...queue, entries };
}

function createUploads(client: QueryClient) {
  const store = createStore<{ readonly entries: readonly UploadEntry[] }>({ entries: [] });
  let running: { readonly key: string; readonly controller: AbortController } | null = null;

  const change = (key: string, part: Partial<UploadEntry>) =>
    store.set({
      entries: store.get().entries.map((each) => (each.key === key ? { ...each, ...part } : each)),
    });
  const drop = (key: string) =>
    store.set({ entries: store.get().entries.filter((each) => each.key !== key) });
  const isServerBusy = () =>
    client
      .getQueryData<ResultOf<typeof codeFileList>>(endpointKey(codeFileList, {}))
      ?.data.some(isRunning) === true;

  function sendNext(): void {
    const next = store.get().entries.find(({ state }) => state === 'waiting');
    if (next !== undefined && running === null && !isServerBusy()) void send(next);
  }

  async function send({ key, file }: UploadEntry): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running = { key, controller };
    change(key, { state: 'uploading', share: 0, message: null });
    try {
      await upload(codeFileUpload, {
        file,
        body: { dryRun: 'true' },
        signal,
        idempotencyKey: key,
        onProgress: (share) => change(key, { share }),
      });
      await invalidateAreas(client, codeFileUpload.tag);
      drop(key);
    } catch (error) {
      if (!signal.aborted)
        change(key, { state: isRefusal(error) ? 'refused' : 'failed', message: failureText(error) });
    } finally {
      running = null;
    }
    if (!signal.aborted) sendNext();
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    sendNext,
    add: (files: readonly File[]) => {
      store.set({ entries: [...store.get().entries, ...files.map((file) => entryOf(file))] });
      sendNext();
    },
    retry: ({ key }: UploadEntry) => {
      change(key, { state: 'waiting', message: null });
      sendNext();
    },
    remove: (key: string) => {
      if (running?.key === key) running.controller.abort();
      drop(key);
    },
    dispose: () => {
      store.set({ entries: [] });
      running?.controller.abort();
    },
  };
}

function entryOf(file: File): UploadEntry {
  const message =
    file.size === 0
      ? 'The file is empty.'
      : file.size > MAX_IMPORT_BYTES
        ? `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Load it with the command: npm run portal -- import codes FILE`
        : null;
  return { key: randomId(), file, state: message === null ? 'waiting' : 'refused', share: 0, message };
}

/** Whether the same file would be refused again. A conflict can be over, such as the check of a colleague's file. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 413);

/** What is wrong with the file, else the server's message. */
function failureText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  return fields.length > 0 ? fields.join(' ') : explainError(error, 'Failed to upload the file');
}
