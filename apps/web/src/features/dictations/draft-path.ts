import type { DraftRow } from '@portal/contract/dictation-drafts';

/** Where a kept draft is gone on with: the editor of its dictation, or of the new note. */
export function draftPath({ id, dictationId, templateId }: DraftRow): string {
  if (dictationId !== null) return `/dictations/${dictationId}/edit`;
  return `/dictations/new?${new URLSearchParams({ template: templateId, draft: id }).toString()}`;
}
