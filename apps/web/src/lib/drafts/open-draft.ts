import { formDraftGet, type FormDraft } from '@portal/contract/form-drafts';
import { call } from '#lib/portal.ts';
import { keepValues, removeRestored } from '#lib/session/restored-values.ts';

/** The key of a form's unsaved input: the same for its draft and for what is kept when the session ends. */
export const draftKey = ({ form, address, about }: Pick<FormDraft, 'form'> & Place): string =>
  JSON.stringify([address, about, form]);

interface Place {
  readonly address: string;
  readonly about: string | null;
}

/** What `Form` restores of a draft. */
export const valuesOfDraft = ({ content: { base, mine, address, dialog }, ...kept }: FormDraft) => {
  const { id, revision, updatedAt } = kept;
  const draft = { id, revision, updatedAt };
  return { base, mine, why: 'draft', address, draft, ...(dialog === null ? {} : { dialog }) } as const;
};

let opened: string | null = null;

/** Gets a draft and has its form restore it when it opens. Returns the address of the form's page. Rejects with ApiError. */
export async function prepareDraft(id: string): Promise<string> {
  const draft = await call(formDraftGet, { params: { id } });
  opened = draftKey({ form: draft.form, ...draft.content });
  keepValues(opened, valuesOfDraft(draft));
  return draft.content.address;
}

/** Forgets the draft that was prepared last, because the person stayed on the page. The server still has it. */
export function forgetOpenedDraft(): void {
  if (opened !== null) removeRestored(opened);
  opened = null;
}
