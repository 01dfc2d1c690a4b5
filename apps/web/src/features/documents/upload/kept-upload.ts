import { removeRestored, restoredValues, saveWhenSessionEnds } from '#lib/session/restored-values.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import type { OwnDetails } from './OwnDetailsDialog.tsx';
import type { DetailsInput } from './upload-form.ts';

/** State of the upload screen when the session ended: files not stored yet, and their details. */
export interface KeptUpload {
  readonly files: readonly { readonly file: File; readonly own: OwnDetails | undefined }[];
  readonly details: DetailsInput;
  readonly patient: PatientChoice | null;
}

const KEY = 'documents upload';

/** Saves the upload screen for the same user when the session ends; `read` returns null if there is nothing to save. */
export const keepUpload = (read: () => KeptUpload | null): (() => void) => saveWhenSessionEnds(KEY, read);

/** Returns the saved state, if any. Files do not survive a page reload. */
export function keptUpload(): KeptUpload | null {
  const kept = restoredValues(KEY);
  if (!isKeptUpload(kept)) return null;
  return { ...kept, files: kept.files.filter(({ file }) => file instanceof File) };
}

/** Discards the saved state once it is restored. */
export const forgetUpload = (): void => removeRestored(KEY);

/** A shallow check is enough, because only `keepUpload` writes this key. */
const isKeptUpload = (value: unknown): value is KeptUpload =>
  typeof value === 'object' && value !== null && 'files' in value && 'details' in value;
