import { documentDownload, documentPrint } from '@portal/contract/documents';
import type { DocumentRow } from '@portal/contract/documents';
import { FILE_KINDS, isViewable } from '@portal/domain/document';
import { useCallback, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { call } from '#lib/portal.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { printSheet } from './print-sheet.ts';

/** What a file is called when its name did not arrive. */
const FALLBACK_NAME = 'document';

type Wanted = Pick<DocumentRow, 'id' | 'fileType'>;

export interface DocumentFiles {
  readonly download: (wanted: Wanted) => void;
  /** Prints the document itself, not the page; what the browser cannot print is saved, to be printed from its program. */
  readonly print: (wanted: Wanted) => void;
  /** The file is on its way. */
  readonly isBusy: (id: string) => boolean;
}

/** Downloads and prints documents; says in a toast when that fails. */
export function useDocumentFiles(): DocumentFiles {
  const toast = useToast();
  const [busy, setBusy] = useState<readonly string[]>([]);
  const run = useCallback(
    async (id: string, task: () => Promise<void>, fallback: string) => {
      setBusy((ids) => [...ids, id]);
      try {
        await task();
      } catch (error) {
        // A 403 is said by the shell already.
        if (error instanceof ApiError && error.status === 403) return;
        toast.error(explainError(error, fallback));
      } finally {
        setBusy((ids) => ids.filter((other) => other !== id));
      }
    },
    [toast],
  );
  return {
    isBusy: (id) => busy.includes(id),
    download: ({ id }) =>
      void run(
        id,
        async () => saveFile(await call(documentDownload, { params: { id } }), FALLBACK_NAME),
        'Failed to download document',
      ),
    print: ({ id, fileType }) =>
      void run(
        id,
        async () => {
          const received = await call(documentPrint, { params: { id } });
          const { blob } = received;
          if (fileType === 'pdf') {
            const { pdfPages } = await import('./pdf-pages.ts');
            await printSheet({ kind: 'pages', ...(await pdfPages(blob)) });
          } else if (fileType === 'tif') {
            const { tiffPages } = await import('./tiff-file.ts');
            await printSheet({ kind: 'pages', ...(await tiffPages(blob)) });
          } else if (isViewable(fileType)) {
            await printSheet({ kind: 'picture', picture: blob });
          } else if (fileType === 'txt' || fileType === 'csv') {
            await printSheet({ kind: 'text', text: await blob.text() });
          } else {
            saveFile(received, FALLBACK_NAME);
            toast.info(
              `The browser cannot print this kind of file (${FILE_KINDS[fileType].label}). It was saved: open it and print it from there.`,
            );
          }
        },
        'This document could not be printed. Download it and print it from there.',
      ),
  };
}
