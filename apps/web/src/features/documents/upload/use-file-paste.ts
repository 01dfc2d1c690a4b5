import { fileTimestamp } from '@portal/domain/date';
import { serverNow } from '#lib/server-clock.ts';
import { useEffect, useEffectEvent } from 'react';

/** The name that browsers give to an image without a file. */
const UNNAMED = /^image\.(\w+)$/;

/** Accepts images and files that are pasted anywhere on the page. Pasting text into a field stays as it is. */
export function useFilePaste(onFiles: (files: readonly File[]) => void): void {
  const accept = useEffectEvent(onFiles);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      if (clipboardData === null || clipboardData.files.length === 0) return;
      // Office programs add a picture to copied text.
      const isField = target instanceof HTMLElement && target.matches('input, textarea');
      if (isField && clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      accept(Array.from(clipboardData.files, named));
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}

function named(file: File): File {
  const extension = UNNAMED.exec(file.name)?.[1];
  if (extension === undefined) return file;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { type, lastModified } = file;
  return new File([file], `Pasted image ${fileTimestamp(serverNow(), timeZone)}.${extension}`, {
    type,
    lastModified,
  });
}
