import {
  codeChangeList,
  codeChangeNotes,
  MAX_CHANGED_NOTES,
  MAX_CHANGES,
} from '@portal/contract/code-changes';
import type { EditionChange } from '@portal/domain/code-files/changes';
import { sourceText } from '@portal/domain/code-files/official';
import { todayIn } from '@portal/domain/date';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { recordRead } from '#request/record-read.ts';
import { operation } from '#http/operation.ts';
import { listKept } from './decision-repo.ts';
import { endingEditions } from './ending-editions.ts';
import { findChanges, findNoteChanges, type FoundChanges } from './find-changes.ts';
import { listNotesWith } from './use-repo.ts';

/** The day to compare with: the given one, or today. */
export const dayOf = ({ deps, now }: SignedInContext, date: string | undefined): string =>
  date ?? todayIn(deps.config.practice.timeZone, now);

/** Whether the caller may see and change a difference: rules belong to those who manage templates. */
export const maySee = (context: SignedInContext, { rule }: Pick<EditionChange, 'rule'>): boolean =>
  rule === null || hasPermission(context, 'Dictation.ManageTemplates');

/** Lists what the editions of a day change for the practice. */
export const listChanges = operation(codeChangeList, async (context, { query }) => {
  const { db } = context.deps;
  const date = dayOf(context, query.date);
  const found = await findChanges(db, date);
  const visible = found.changes.filter((change) => maySee(context, change));
  const kept = await listKept(
    db,
    visible.map(({ key }) => key),
  );
  const notes = await findNoteChanges(db);
  return {
    date,
    editions: [...found.editions],
    endings: await endingEditions(db, dayOf(context, undefined)),
    changes: visible.slice(0, MAX_CHANGES).map((change) => presentChange(change, { ...found, kept, date })),
    changeCount: visible.length,
    hiddenCount: found.changes.length - visible.length,
    notes: notes.map(({ edition, days: _days, ...note }) => ({ ...note, source: sourceText(edition, date) })),
  };
});

function presentChange(
  { edition, proposal, ...change }: EditionChange,
  {
    catalog,
    kept,
    date,
  }: Pick<FoundChanges, 'catalog'> & { readonly kept: ReadonlySet<string>; readonly date: string },
) {
  return {
    ...change,
    source: sourceText(edition, date),
    isKept: kept.has(change.key),
    proposal:
      proposal?.action === 'replace'
        ? {
            action: proposal.action,
            suggested: catalog.filter(
              ({ code, codeType }) => codeType === change.codeType && proposal.codes.includes(code),
            ),
          }
        : proposal,
  };
}

/** Lists the unsigned notes with a code that cannot be billed on their day. */
export const listChangedNotes = operation(codeChangeNotes, async (context, { query }) => {
  const { db } = context.deps;
  const { code, codeType } = query;
  const days = (await findNoteChanges(db))
    .filter((each) => each.code === code && each.codeType === codeType)
    .flatMap((each) => each.days);
  const notes = await listNotesWith(db, { code, codeType, days, limit: MAX_CHANGED_NOTES });
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    patientId: null,
    newValues: {
      dictationIds: notes.map(({ dictationId }) => dictationId),
      patientIds: [...new Set(notes.map(({ patientId }) => patientId))],
    },
  });
  return { data: notes.map(({ patientId: _patient, ...note }) => note) };
});
