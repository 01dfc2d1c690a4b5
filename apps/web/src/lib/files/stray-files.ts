import { createSignal } from '#lib/signal.ts';

/** Emits when files were dropped where nothing takes them. */
export const strayFiles = createSignal<void>();

/**
 * Keeps the browser from opening a dropped file in place of the portal, with what was typed there. Screens that take files listen
 * in the capture phase and prevent the event first. Returns a function that ends it.
 */
export function preventStrayFiles(page: Window): () => void {
  page.addEventListener('dragover', over);
  page.addEventListener('drop', drop);
  return () => {
    page.removeEventListener('dragover', over);
    page.removeEventListener('drop', drop);
  };
}

function over(event: DragEvent): void {
  if (isStray(event)) event.preventDefault();
}

function drop(event: DragEvent): void {
  if (!isStray(event)) return;
  event.preventDefault();
  strayFiles.emit();
}

const isStray = (event: DragEvent): boolean =>
  !event.defaultPrevented &&
  event.dataTransfer?.types.includes('Files') === true &&
  !(event.target instanceof HTMLInputElement && event.target.type === 'file');
