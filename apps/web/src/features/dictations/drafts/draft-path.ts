import type { DraftRow } from '@portal/contract/dictation-drafts';

/** Path that continues a draft: the editor of its dictation, or of a new one. */
export function draftPath({ id, dictationId, templateId }: DraftRow): string {
  if (dictationId !== null) return `/dictations/${dictationId}/edit`;
  return `/dictations/new?${new URLSearchParams({ template: templateId, draft: id }).toString()}`;
}
