import type { Dictation } from '@portal/contract/dictations';
import { passesRoleCheck } from '@portal/domain/roles';
import { recordRead } from '#request/record-read.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findDictation } from './dictation-repo.ts';
import { MISSING, presentDictation } from './dictation-view.ts';

/** Gets a dictation. Only Admins can read inactive ones. Throws NOT_FOUND. */
export async function getDictation(context: SignedInContext, id: string): Promise<Dictation> {
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
}
