import { dictationGet } from '@portal/contract/dictations';
import { passesRoleCheck } from '@portal/domain/roles';
import { recordRead } from '#request/record-read.ts';
import { notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { findDictation } from './dictation-repo.ts';
import { MISSING, presentDictation } from './dictation-view.ts';

/** Gets a dictation. Only Admins can read inactive ones. Throws NOT_FOUND. */
export const getDictation = operation(dictationGet, async (context, { params: { id } }) => {
  const row = await findDictation(context.deps.db, id);
  if (row === undefined || !(row.is_active || passesRoleCheck(context.user.roles, ['Admin'])))
    throw notFound(MISSING);
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'Dictation',
    entityId: id,
    patientId: row.patient_id,
  });
  return presentDictation(row);
});
