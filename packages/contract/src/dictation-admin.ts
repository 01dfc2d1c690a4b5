import { MANAGEMENT_STATUSES } from '@portal/domain/dictation';
import { z } from 'zod';
import { also, roles } from './core/endpoint.ts';
import { id, isoDay, queryFlag } from './core/fields.ts';
import { DICTATION } from './core/health-records.ts';
import { listQuery, listTotals } from './core/list.ts';
import { dictationRow, DICTATION_SORT_KEYS, MAX_BATCH } from './dictations.ts';
import { acts, reads, removes } from './core/verbs.ts';

const admin = {
  tag: 'Dictation management',
  guard: also(roles('Admin'), 'Dictation.View', 'Patient.View'),
  healthData: true,
} as const;
const change = {
  ...admin,
  guard: also(roles('Admin'), 'Dictation.View', 'Dictation.Edit', 'Patient.View'),
} as const;
const outcome = z.object({
  message: z.string(),
  count: z.int(),
  /** What was deactivated or deleted. */
  dictations: z.array(dictationRow.pick({ id: true, patientName: true, templateName: true })),
});

export const managedDictations = reads('/admin/dictation/dictations', admin, {
  summary: 'List dictations for cleanup, newest first by default',
  query: z.strictObject({
    ...listQuery(DICTATION_SORT_KEYS),
    includeInactive: queryFlag,
    templateId: id.optional(),
    status: z.enum(MANAGEMENT_STATUSES, { error: 'Status must be Draft, Pending or Signed' }).optional(),
    startDate: isoDay('Start date'),
    endDate: isoDay('End date'),
  }),
  response: z.object({ data: z.array(dictationRow), ...listTotals }),
  audit: 'Accessed',
});
export const dictationsBulkDelete = acts('/admin/dictation/dictations/bulk-delete', change, {
  record: DICTATION,
  summary: 'Deactivate or permanently delete dictations, all or none; signed ones cannot be deleted',
  body: z.strictObject({
    dictationIds: z
      .array(id)
      .min(1, 'Please select at least one dictation')
      .max(MAX_BATCH, `Select at most ${MAX_BATCH} dictations`),
    permanent: z.boolean({ error: 'Permanent must be true or false' }),
  }),
  response: outcome,
  audit: 'Deleted',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const dictationDelete = removes('/admin/dictation/dictations/:id', change, {
  record: DICTATION,
  summary: 'Deactivate a dictation, or permanently delete it with permanent=true',
  query: z.strictObject({ permanent: queryFlag }),
  response: outcome,
  errors: ['CONFLICT'],
});
export const dictationReactivate = acts('/admin/dictation/dictations/:id/reactivate', change, {
  record: DICTATION,
  summary: 'Reactivate a dictation',
  response: dictationRow,
  audit: 'Updated',
  errors: ['CONFLICT'],
});
