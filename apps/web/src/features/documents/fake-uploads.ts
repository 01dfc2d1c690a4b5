import { vi } from 'vitest';
import { aDocument } from './document-fixtures.ts';

/** One upload that left the page; it ends when the test says so. */
export interface SentUpload {
  readonly fileName: string;
  /** The fields beside the file. */
  readonly fields: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  readonly isAborted: () => boolean;
  /** So much has left, 0 to 1. */
  readonly progress: (share: number) => void;
  readonly answer: (status: number, body: unknown) => void;
  /** The server stored it under its name. */
  readonly store: () => void;
  /** The connection was cut. */
  readonly cut: () => void;
}

/** Stands where the network is for uploads, which need progress and so do not go through `fetch`. Keeps what was sent, in order. */
export function stubUploads(): readonly SentUpload[] {
  const sent: SentUpload[] = [];

  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    isAborted = false;
    readonly headers = new Headers();
    open(): void {}
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }
    getResponseHeader(): null {
      return null;
    }
    abort(): void {
      this.isAborted = true;
      this.end('abort');
    }
    send(form: FormData): void {
      sent.push(uploadOf(this, form));
    }
    end(type: 'load' | 'error' | 'abort'): void {
      this.dispatchEvent(new Event(type));
      this.dispatchEvent(new Event('loadend'));
    }
  }

  function uploadOf(request: FakeRequest, form: FormData): SentUpload {
    const file = form.get('file');
    const fileName = file instanceof File ? file.name : '';
    const texts = Array.from(form).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const answer = (status: number, body: unknown) => {
      request.status = status;
      request.responseText = JSON.stringify(body);
      request.end('load');
    };
    return {
      fileName,
      fields: Object.fromEntries(texts),
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
      isAborted: () => request.isAborted,
      progress: (share) =>
        request.upload.dispatchEvent(
          new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
        ),
      answer,
      store: () => answer(201, aDocument({ fileName })),
      cut: () => request.end('error'),
    };
  }

  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return sent;
}

/** A file as the user chooses it; `size` in bytes. */
export const aFile = (name: string, size = 2048): File =>
  new File([new Uint8Array(size)], name, { lastModified: 1 });
