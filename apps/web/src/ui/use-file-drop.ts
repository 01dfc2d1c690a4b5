import { useEffect, useEffectEvent, useState } from 'react';

/** Before the listeners that refuse files (`preventStrayFiles`). */
const FIRST = { capture: true };

/**
 * Accepts files that are dropped anywhere on the page, so that the browser does not open them. Returns whether files are being
 * dragged over it.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const accept = useEffectEvent(onFiles);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      const files = filesOf(event.dataTransfer);
      if (files.length > 0) accept(files);
    };
    window.addEventListener('dragover', over, FIRST);
    window.addEventListener('dragleave', leave, FIRST);
    window.addEventListener('drop', drop, FIRST);
    return () => {
      window.removeEventListener('dragover', over, FIRST);
      window.removeEventListener('dragleave', leave, FIRST);
      window.removeEventListener('drop', drop, FIRST);
    };
  }, []);
  return isOver;
}

/** The dropped files, without folders. */
function filesOf(dropped: DataTransfer): File[] {
  return Array.from(dropped.items).flatMap((item) => {
    if (item.webkitGetAsEntry()?.isDirectory === true) return [];
    return item.getAsFile() ?? [];
  });
}
