import { chargeList } from '@portal/contract/charges';
import { clampPage } from '@portal/domain/list';
import { recordRead } from '#request/record-read.ts';
import { operation } from '#http/operation.ts';
import { chargeFilter } from './charge-access.ts';
import { countNotes, listNoteIds, totalCodes } from './charge-repo.ts';
import { loadCharges } from './charge-view.ts';

/** Lists a page of notes with their lines and the totals of the list, and audits which notes and patients were shown. */
export const getCharges = operation(chargeList, async (context, { query: { page, pageSize, ...query } }) => {
  const { db } = context.deps;
  const filter = chargeFilter(context, query);
  const { notes, statuses } = await countNotes(db, filter);
  const totalCount = filter.status === undefined ? notes : statuses[filter.status];
  const place = clampPage({ page, pageSize, totalCount });
  const ids = await listNoteIds(db, filter, { offset: place.offset, limit: place.pageSize });
  const data = await loadCharges(db, ids);
  const codes = await totalCodes(db, filter);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Charge',
    entityId: null,
    patientId: null,
    newValues: { dictationIds: ids, patientIds: [...new Set(data.map(({ patient }) => patient.id))] },
  });
  return {
    data,
    totalCount,
    summary: {
      notes,
      statuses,
      codes,
      lines: codes.reduce((sum, code) => sum + code.lines, 0),
      units: codes.reduce((sum, code) => sum + code.units, 0),
    },
  };
});
