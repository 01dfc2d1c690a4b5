import { codeFileUpload } from '@portal/contract/code-files';
import { MAX_IMPORT_BYTES } from '@portal/contract/patient-imports';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { upload } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';

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

/** Uploads files one after the other. The server then checks them; what is loaded is decided later. */
export function useUploads() {
  const reload = useInvalidateArea();
  const [entries, setEntries] = useState<readonly UploadEntry[]>([]);
  const queue = useRef(Promise.resolve());
  const controllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = controllers;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  const change = (key: string, part: Partial<UploadEntry>) =>
    setEntries((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const remove = (key: string) => {
    controllers.current.get(key)?.abort();
    controllers.current.delete(key);
    setEntries((all) => all.filter((each) => each.key !== key));
  };
  const send = async (key: string, file: File, { signal }: AbortController) => {
    if (signal.aborted) return;
    change(key, { state: 'uploading', share: 0, message: null });
    try {
      await upload(codeFileUpload, {
        file,
        body: { dryRun: 'true' },
        signal,
        idempotencyKey: key,
        onProgress: (share) => change(key, { share }),
      });
      await reload(codeFileUpload.tag);
      remove(key);
    } catch (error) {
      if (!signal.aborted)
        change(key, { state: isRefusal(error) ? 'refused' : 'failed', message: failureText(error) });
    }
  };
  const enqueue = ({ key, file }: UploadEntry) => {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    queue.current = queue.current.then(() => send(key, file, controller));
  };
  return {
    entries,
    add: (files: readonly File[]) => {
      const fresh = files.map((file) => entryOf(file));
      setEntries((all) => [...all, ...fresh]);
      for (const entry of fresh) if (entry.state === 'waiting') enqueue(entry);
    },
    retry: (entry: UploadEntry) => {
      change(entry.key, { state: 'waiting', message: null });
      enqueue(entry);
    },
    remove,
  };
}

function entryOf(file: File): UploadEntry {
  const message =
    file.size === 0
      ? 'The file is empty.'
      : file.size > MAX_IMPORT_BYTES
        ? `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`
        : null;
  return { key: randomId(), file, state: message === null ? 'waiting' : 'refused', share: 0, message };
}

/** Whether the same file would be refused again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409 || error.status === 413);

/** What is wrong with the file, else the server's message. */
function failureText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  return fields.length > 0 ? fields.join(' ') : explainError(error, 'Failed to upload the file');
}
