import { documentDownload, documentPrint, type DocumentRow } from '@portal/contract/documents';
import { FILE_KINDS, isViewable } from '@portal/domain/document';
import { useCallback, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { decodeText } from '#lib/files/decode-text.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { call } from '#lib/portal.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { printSheet } from './viewer/print-sheet.ts';
import { assumedNote, NotPrintableError } from './viewer/viewer-problem.ts';

/** File name if the response has none. */
const FALLBACK_NAME = 'document';

type Wanted = Pick<DocumentRow, 'id' | 'fileType'>;

export interface DocumentFiles {
  readonly download: (wanted: Wanted) => void;
  /** Prints the document, not the page. File types that the browser cannot print are downloaded instead. */
  readonly print: (wanted: Wanted) => void;
  /** Whether the file is being fetched. */
  readonly isBusy: (id: string) => boolean;
}

/** Downloads and prints documents; shows a toast on failure. */
export function useDocumentFiles(): DocumentFiles {
  const toast = useToast();
  const [busy, setBusy] = useState<readonly string[]>([]);
  const run = useCallback(
    async (id: string, task: () => Promise<void>, fallback: string) => {
      setBusy((ids) => [...ids, id]);
      try {
        await task();
      } catch (error) {
        // The shell already shows a message for a 403.
        if (error instanceof ApiError && error.status === 403) return;
        toast.error(error instanceof NotPrintableError ? error.message : explainError(error, fallback));
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
            const { pdfPages } = await import('./viewer/pdf-pages.ts');
            await printSheet({ kind: 'pages', ...(await pdfPages(blob)) });
          } else if (fileType === 'tif') {
            const { tiffPages } = await import('./viewer/tiff-file.ts');
            await printSheet({ kind: 'pages', ...(await tiffPages(blob)) });
          } else if (fileType === 'txt' || fileType === 'csv') {
            const { text, encoding } = decodeText(await blob.arrayBuffer());
            await printSheet({ kind: 'text', text, note: assumedNote(encoding) });
          } else if (isViewable(fileType)) {
            await printSheet({ kind: 'picture', picture: blob });
          } else {
            saveFile(received, FALLBACK_NAME);
            toast.info(
              `The browser cannot print this file type (${FILE_KINDS[fileType].label}). It was downloaded. Open the file to print it.`,
            );
          }
        },
        'This document could not be printed. Download it and print it from another program.',
      ),
  };
}
