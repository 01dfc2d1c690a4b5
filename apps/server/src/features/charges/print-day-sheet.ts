import { chargeSheet, MAX_SHEET_NOTES } from '@portal/contract/charges';
import { CHARGE_STATUS_LABELS } from '@portal/domain/charges';
import { fileTimestamp, formatDateUs } from '@portal/domain/date';
import { fieldError } from '#platform/app-error.ts';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import { operation } from '#http/operation.ts';
import { readLetterhead } from '#features/practice/index.ts';
import { chargeFilter } from './charge-access.ts';
import type { ChargeFilter } from './charge-filter-repo.ts';
import { findFilterNames, listNoteIds } from './charge-repo.ts';
import { loadCharges } from './charge-view.ts';
import type { createDaySheet } from './day-sheet-pdf.ts';
import { sheetGroups } from './day-sheet.ts';

const DAY_SHEET = { file: new URL('./day-sheet-pdf.ts', import.meta.url).href, name: 'createDaySheet' };

/** Creates the day sheet of the notes of a filter. Throws VALIDATION for more notes than a sheet has room for. */
export const printDaySheet = operation(chargeSheet, async (context, { body }) => {
  const { deps, now } = context;
  const { config, threads, reports } = deps;
  const filter = chargeFilter(context, body);
  const { notes, filterText } = await reports.run(async (db) => {
    const ids = await listNoteIds(db, filter, { offset: 0, limit: MAX_SHEET_NOTES + 1 });
    if (ids.length > MAX_SHEET_NOTES)
      throw fieldError('endDate', `A day sheet has at most ${MAX_SHEET_NOTES} notes. Choose fewer days.`);
    return { notes: await loadCharges(db, ids), filterText: await describeFilter(db, filter) };
  });
  const content = await threads.run<typeof createDaySheet>(
    DAY_SHEET,
    {
      clock: config.practice,
      letterhead: await readLetterhead(context),
      filterText,
      groups: sheetGroups(notes),
      now,
    },
    context.signal,
  );
  await recordRead(context, {
    action: 'Printed',
    entityType: 'Charge',
    entityId: null,
    patientId: null,
    newValues: {
      ...filter,
      dictationIds: notes.map(({ id }) => id),
      patientIds: [...new Set(notes.map(({ patient }) => patient.id))],
    },
  });
  return {
    content,
    fileName: `day_sheet_${fileTimestamp(now, config.practice.timeZone)}.pdf`,
  };
});

/** The filter in words, in lines. */
async function describeFilter(db: Db, filter: ChargeFilter): Promise<string[]> {
  const { startDate, endDate, status, locationId, onlyProviderId, providerId } = filter;
  const names = await findFilterNames(db, { providerId: onlyProviderId ?? providerId, locationId });
  const days = [...new Set([startDate, endDate])].map((date) => formatDateUs(date)).join(' – ');
  return [
    days,
    `${names.provider ?? 'All providers'}, ${names.location ?? 'All locations'}`,
    status === undefined ? 'All notes' : CHARGE_STATUS_LABELS[status],
  ];
}
