import { randomId } from '#lib/api/random-id.ts';

/** Files that were dropped on another page, for the upload screen that it opens. */
let handed: { readonly key: string; readonly files: readonly File[] } | null = null;

/** Keeps files for the upload screen. Returns the navigation state that it must be opened with. */
export function handFiles(files: readonly File[]): { readonly handedFiles: string } {
  handed = { key: randomId(), files };
  return { handedFiles: handed.key };
}

/** The files of a navigation state; none if it is from an earlier visit. */
export function handedFiles(state: unknown): readonly File[] {
  if (handed === null || typeof state !== 'object' || state === null) return [];
  return 'handedFiles' in state && state.handedFiles === handed.key ? handed.files : [];
}

/** Forgets the files, once the upload screen has them. */
export function forgetHandedFiles(): void {
  handed = null;
}
