import { forgetKept, keepWhenSessionEnds, keptValues } from '#lib/session/kept-values.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import type { OwnDetails } from './OwnDetailsDialog.tsx';
import type { DetailsInput } from './upload-form.ts';

/** What was on the upload screen when the session ended: the files that were not stored yet and what was said of them. */
export interface KeptUpload {
  readonly files: readonly { readonly file: File; readonly own: OwnDetails | undefined }[];
  readonly details: DetailsInput;
  readonly patient: PatientChoice | null;
}

const KEY = 'documents upload';

/** Keeps the screen for the same user when the session ends; `read` gives null while there is nothing to keep. */
export const keepUpload = (read: () => KeptUpload | null): (() => void) => keepWhenSessionEnds(KEY, read);

/** What was kept, if anything. Files do not survive a reload of the page. */
export function keptUpload(): KeptUpload | null {
  const kept = keptValues(KEY);
  if (!isKeptUpload(kept)) return null;
  return { ...kept, files: kept.files.filter(({ file }) => file instanceof File) };
}

/** The screen has it back. */
export const forgetUpload = (): void => forgetKept(KEY);

/** Only `keepUpload` writes under the key. */
const isKeptUpload = (value: unknown): value is KeptUpload =>
  typeof value === 'object' && value !== null && 'files' in value && 'details' in value;
