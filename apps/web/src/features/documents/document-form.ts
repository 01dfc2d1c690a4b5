import { document as documentSchema } from '@portal/contract/documents';
import type { Document, documentUpdateBody } from '@portal/contract/documents';
import type { z } from 'zod';

/** What the fields of the edit dialog hold; blank until chosen. */
export type DocumentInput = z.input<typeof documentUpdateBody>;

/** The form's values of a stored document; its version makes a stale save known. */
export function documentInput({ type, category, note, version }: Document): DocumentInput {
  return { type, category, note: note ?? '', version };
}

/** The form's values of the record that came with a stale save; null when it cannot be read. */
export function currentDocumentInput(current: unknown): DocumentInput | null {
  const parsed = documentSchema.safeParse(current);
  return parsed.success ? documentInput(parsed.data) : null;
}

export const DOCUMENT_LABELS = { type: 'Document Type', category: 'Category', note: 'Note' } as const;
