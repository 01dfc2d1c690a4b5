import type { UnfinishedDictation } from '@portal/contract/my-work';
import type { DictationRow } from '@portal/contract/dictations';
import { patientLabel } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import type { Total } from '#db/list-page.ts';
import type { SignedInContext } from '#request/context.ts';
import { findDictationRows, type DictationListRow } from './dictation-repo.ts';
import { presentDictationRow } from './dictation-view.ts';
import { findDrafts } from './drafts/draft-repo.ts';
import { openDrafts } from './drafts/get-drafts.ts';
import type { DictationFilter } from './list/list-filter-repo.ts';
import { readDictationPage } from './list/list-repo.ts';
import {
  coSignaturesOf,
  listUnfinishedIds,
  sentBackTo,
  UNSIGNED,
  unsignedOf,
} from './list/unfinished-repo.ts';

/** The first dictations of a list with the number of all. */
type Dictations<Row = DictationRow> = Total & { readonly rows: Row[] };

/** Lists a provider's first dictations that await a signature, oldest procedure first. The caller records the read. */
export const listUnsigned = (db: Db, providerId: string, pageSize: number): Promise<Dictations> =>
  firstOf(db, unsignedOf(providerId), { descending: false, pageSize });

/** Lists the first dictations that await a physician's co-signature, oldest procedure first. The caller records the read. */
export const listCoSignatures = (db: Db, supervisorId: string, pageSize: number): Promise<Dictations> =>
  firstOf(db, coSignaturesOf(supervisorId), { descending: false, pageSize });

/** Lists a provider's first dictations that were sent back for an addendum, oldest procedure first. The caller records the read. */
export const listSentBack = (db: Db, providerId: string, pageSize: number): Promise<Dictations> =>
  firstOf(db, sentBackTo(providerId), { descending: false, pageSize });

/** Lists a patient's newest dictations that are not signed. The caller records the read. */
export const listUnsignedOf = (db: Db, patientId: string, pageSize: number): Promise<Dictations> =>
  firstOf(
    db,
    { patientIds: [patientId], statuses: ['Draft', ...UNSIGNED], includeInactive: false },
    { descending: true, pageSize },
  );

async function firstOf(
  db: Db,
  filter: DictationFilter,
  page: { readonly descending: boolean; readonly pageSize: number },
): Promise<Dictations> {
  const request = { orderBy: 'procedureDate', page: 1, ...page } as const;
  const { ids, ...totals } = await readDictationPage(db, filter, request);
  return { rows: (await findDictationRows(db, ids)).map((row) => presentDictationRow(row)), ...totals };
}

/** Lists the first dictations that the caller has not finished, last edited first. The caller records the read. */
export async function listUnfinished(
  context: SignedInContext,
  pageSize: number,
): Promise<Dictations<UnfinishedDictation>> {
  const { db } = context.deps;
  const { ids, ...totals } = await listUnfinishedIds(db, context.user.id, pageSize);
  const drafts = await openDrafts(context, await findDrafts(db, context.user.id, ids));
  const found = new Map<string, UnfinishedDictation>([
    ...drafts.map(
      ({ id, content, ...draft }) => [id, { ...draft, draftId: id, patientId: content.patientId }] as const,
    ),
    ...(await findDictationRows(db, ids)).map((row) => [row.id, presentSavedDraft(row)] as const),
  ]);
  return { rows: ids.flatMap((id) => found.get(id) ?? []), ...totals };
}

const presentSavedDraft = (row: DictationListRow): UnfinishedDictation => ({
  draftId: null,
  dictationId: row.id,
  templateId: row.template_id,
  templateName: row.template_name,
  patientId: row.patient_id,
  patientName: patientLabel({
    firstName: row.patient_first_name,
    lastName: row.patient_last_name,
    medicalRecordNumber: row.medical_record_number,
  }),
  procedureDate: row.procedure_date,
  updatedAt: row.updated_at.toISOString(),
});
