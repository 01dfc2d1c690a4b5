import { vi } from 'vitest';

/** An upload in progress; the test decides how it ends. */
export interface SentUpload {
  readonly fileName: string;
  readonly fileSize: number;
  /** The form fields sent with the file. */
  readonly fields: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  readonly isAborted: () => boolean;
  /** Reports progress, 0 to 1. */
  readonly progress: (share: number) => void;
  readonly answer: (status: number, body: unknown) => void;
  /** The server stores the file. */
  readonly store: () => void;
  /** The connection is lost. */
  readonly cut: () => void;
}

/**
 * Fakes the network for uploads, which do not use `fetch` because they report progress. Records uploads in order. `storedOf` is what
 * the server answers once it has stored a file.
 */
export function stubUploads(storedOf: (fileName: string) => unknown): readonly SentUpload[] {
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
    const fileSize = file instanceof File ? file.size : 0;
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
      fileSize,
      fields: Object.fromEntries(texts),
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
      isAborted: () => request.isAborted,
      progress: (share) =>
        request.upload.dispatchEvent(
          new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
        ),
      answer,
      store: () => answer(201, storedOf(fileName)),
      cut: () => request.end('error'),
    };
  }

  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return sent;
}

/** Creates a file with `size` in bytes. */
export const aFile = (name: string, size = 2048): File =>
  new File([new Uint8Array(size)], name, { lastModified: 1 });
