import {
  document as documentSchema,
  type Document,
  type documentUpdateBody,
} from '@portal/contract/documents';
import type { z } from 'zod';

/** Input values of the edit dialog. */
export type DocumentInput = z.input<typeof documentUpdateBody>;

/** Converts a document to form values; the version detects stale saves. */
export function documentInput({ type, category, note, version }: Document): DocumentInput {
  return { type, category, note: note ?? '', version };
}

/** Converts the record returned for a stale save to form values, or null if it is invalid. */
export function currentDocumentInput(current: unknown): DocumentInput | null {
  const parsed = documentSchema.safeParse(current);
  return parsed.success ? documentInput(parsed.data) : null;
}

export const DOCUMENT_LABELS = { type: 'Document Type', category: 'Category', note: 'Note' } as const;
