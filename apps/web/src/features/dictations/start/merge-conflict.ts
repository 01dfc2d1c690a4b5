import type { Dictation } from '@portal/contract/dictations';
import { carriedFields, withSeen, type EditedFrom } from '@portal/domain/dictation/edited-text';
import { enteredOf } from '@portal/domain/dictation/form-values';
import { BILLING_OPTION_LABELS } from '@portal/domain/dictation/billing-sheet';
import { unitsText } from '@portal/domain/dictation/line-details';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { shownText } from '@portal/domain/template/rows';
import { withoutSources } from '@portal/domain/template/sources';
import { isSameValue, type FieldValues } from '@portal/domain/template/value';
import { mergeStale, type StaleRecord } from '#ui/form/stale.ts';
import { isSameLines, linesOfDictation, type CodeLine } from '../codes/code-lines.ts';
import { detailsOf, type ProcedureDetails } from './editor-start.ts';

/** Editor state that someone else may have changed. */
interface Values {
  readonly details: ProcedureDetails;
  readonly entered: FieldValues;
  readonly editedFrom: EditedFrom;
  readonly lines: readonly CodeLine[];
}

const stateOf = (content: TemplateContent, dictation: Dictation): Values => ({
  details: detailsOf(dictation),
  entered: withoutSources(enteredOf(content, dictation)),
  editedFrom: dictation.editedFrom,
  lines: linesOfDictation(dictation),
});

/** Merges a conflict: local edits win, everything else comes from the saved version. */
export function mergeConflict(
  content: TemplateContent,
  { base, theirs, mine }: { readonly base: Dictation; readonly theirs: Dictation; readonly mine: Values },
): Values {
  const before = stateOf(content, base);
  const now = stateOf(content, theirs);
  const entered = mergeStale({ base: before.entered, theirs: now.entered, mine: mine.entered });
  // A value has the origin of the side that it comes from.
  const origins = Object.entries({ ...now.editedFrom, ...mine.editedFrom }).map(
    ([id, origin]) =>
      [id, entered[id] === now.entered[id] ? (now.editedFrom[id] ?? origin) : origin] as const,
  );
  // What was looked at here stays looked at.
  const seen = carriedFields(mine.editedFrom).filter(
    ([id, { isSeen }]) => isSeen && isSameValue(entered[id], mine.entered[id]),
  );
  return {
    details: { ...now.details, ...edited(mine.details, before.details) },
    entered,
    editedFrom: seen.reduce((all: EditedFrom, [id]) => withSeen(all, id), Object.fromEntries(origins)),
    lines: isSameLines(mine.lines, before.lines) ? now.lines : mine.lines,
  };
}

const edited = (mine: ProcedureDetails, base: ProcedureDetails): Partial<ProcedureDetails> => ({
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

/** The three versions for the conflict panel: base, theirs, and mine. */
export function conflictRecord(
  content: TemplateContent,
  { base, theirs, mine }: { readonly base: Dictation; readonly theirs: Dictation; readonly mine: Values },
  names: { readonly patient: string; readonly provider: string },
): StaleRecord {
  const ofDictation = (dictation: Dictation) =>
    flat(content, stateOf(content, dictation), {
      patient: `${dictation.patientName} (${dictation.patientMRN})`,
      provider: dictation.providerName,
    });
  return {
    base: ofDictation(base),
    theirs: ofDictation(theirs),
    mine: flat(content, mine, names),
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
  content: TemplateContent,
  { details, entered, lines }: Values,
  names: { readonly patient: string; readonly provider: string },
) => ({
  ...names,
  procedureDate: details.procedureDate,
  location: details.procedureLocation,
  ...Object.fromEntries(
    fieldsOf(content).map((field) => [
      `field ${field.id}`,
      // Rows are one value, shown with the labels of their columns.
      field.type === 'rows' ? shownText(field, entered[field.id]) : entered[field.id],
    ]),
  ),
  codes: lines.map(({ code, modifiers, units, diagnosisPointers }) =>
    [
      modifiers === '' ? code : `${code}-${modifiers}`,
      ...(units === 1 ? [] : [`× ${unitsText(units)}`]),
      ...(diagnosisPointers === null ? [] : [`for ${diagnosisPointers.join(', ')}`]),
    ].join(' '),
  ),
  billingOption: BILLING_OPTION_LABELS[details.billingOption],
  complications: details.complications,
});
