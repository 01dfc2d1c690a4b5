import type { Dictation } from '@portal/contract/dictations';
import { enteredOf } from '@portal/domain/dictation/form-values';
import { BILLING_OPTION_LABELS } from '@portal/domain/dictation/billing-sheet';
import { fieldsOf } from '@portal/domain/template/content';
import type { TemplateContent } from '@portal/domain/template/content';
import type { FieldValues } from '@portal/domain/template/value';
import { mergeStale } from '#ui/form/stale.ts';
import type { StaleRecord } from '#ui/form/stale.ts';
import type { CodeLine } from './code-lines.ts';
import { isSameLines } from './code-lines.ts';
import { headOf } from './note-start.ts';
import type { NoteHead } from './note-start.ts';

/** What an editor holds that someone else may have changed meanwhile. */
interface Held {
  readonly head: NoteHead;
  readonly entered: FieldValues;
  readonly lines: readonly CodeLine[];
}

const heldOf = (content: TemplateContent, dictation: Dictation): Held => ({
  head: headOf(dictation),
  entered: enteredOf(content, dictation),
  lines: dictation.billingCodes,
});

/** The note with what both did: what was edited here stays, everything else is as they saved it. */
export function mergeNote(
  content: TemplateContent,
  { base, theirs, mine }: { readonly base: Dictation; readonly theirs: Dictation; readonly mine: Held },
): Held {
  const before = heldOf(content, base);
  const now = heldOf(content, theirs);
  return {
    head: { ...now.head, ...edited(mine.head, before.head) },
    entered: mergeStale({ base: before.entered, theirs: now.entered, mine: mine.entered }),
    lines: isSameLines(mine.lines, before.lines) ? now.lines : mine.lines,
  };
}

const edited = (mine: NoteHead, base: NoteHead): Partial<NoteHead> => ({
  ...(mine.patientId !== base.patientId && { patientId: mine.patientId }),
  ...(mine.procedureDate !== base.procedureDate && { procedureDate: mine.procedureDate }),
  ...(mine.providerId !== base.providerId && { providerId: mine.providerId }),
  ...(mine.locationId !== base.locationId && {
    locationId: mine.locationId,
    procedureLocation: mine.procedureLocation,
  }),
  ...(mine.billingOption !== base.billingOption && { billingOption: mine.billingOption }),
  ...(mine.complications !== base.complications && { complications: mine.complications }),
});

/** The three states as the panel shows them: what they changed, and what differs here. */
export function staleNote(
  content: TemplateContent,
  { base, theirs, mine }: { readonly base: Dictation; readonly theirs: Dictation; readonly mine: Held },
  names: { readonly patient: string; readonly provider: string },
): StaleRecord {
  const ofDictation = (dictation: Dictation) =>
    flat(heldOf(content, dictation), {
      patient: `${dictation.patientName} (${dictation.patientMRN})`,
      provider: dictation.providerName,
    });
  return {
    base: ofDictation(base),
    theirs: ofDictation(theirs),
    mine: flat(mine, names),
    labels: {
      patient: 'Patient',
      procedureDate: 'Procedure Date',
      location: 'Procedure Location',
      provider: 'Provider',
      ...Object.fromEntries(fieldsOf(content).map(({ id, label }) => [`field ${id}`, label])),
      codes: 'Billing codes',
      billingOption: 'Billing Option',
      complications: 'Complications',
    },
  };
}

const flat = (
  { head, entered, lines }: Held,
  names: { readonly patient: string; readonly provider: string },
) => ({
  ...names,
  procedureDate: head.procedureDate,
  location: head.procedureLocation,
  ...Object.fromEntries(Object.entries(entered).map(([id, value]) => [`field ${id}`, value])),
  codes: lines.map(({ code, modifiers }) => (modifiers === '' ? code : `${code}-${modifiers}`)),
  billingOption: BILLING_OPTION_LABELS[head.billingOption],
  complications: head.complications,
});
