import { z } from 'zod';
import { also, endpoint, permission, roles } from './core/endpoint.ts';
import { dateOnly, id, idParams, optionalDateOnly, optionalLines, optionalText } from './core/fields.ts';
import { DICTATION_GROUP } from './core/health-records.ts';
import { dictationRow, dictationStatus, MAX_BATCH } from './dictations.ts';

/** A group of dictations with the same provider, location, and date. */
export const dictationGroup = z.object({
  id,
  groupName: z.string(),
  notes: z.string().nullable(),
  providerId: id,
  providerName: z.string(),
  locationId: id,
  locationName: z.string(),
  procedureDate: z.string(),
  dictationCount: z.int(),
  signedCount: z.int(),
  completedCount: z.int(),
  draftCount: z.int(),
  createdAt: z.string(),
  version: z.int(),
});
export type DictationGroup = z.output<typeof dictationGroup>;
/** A group with its dictations. */
export const dictationGroupDetail = dictationGroup.extend({ dictations: z.array(dictationRow) });
export type DictationGroupDetail = z.output<typeof dictationGroupDetail>;

/** A dictation of a date, with the group it is in, if any. */
export const groupableDictation = z.object({
  id,
  isGrouped: z.boolean(),
  groupName: z.string().nullable(),
  patientName: z.string(),
  patientMRN: z.string(),
  procedureName: z.string(),
  status: dictationStatus,
  providerId: id,
  locationId: id,
});
export type GroupableDictation = z.output<typeof groupableDictation>;

const ids = z
  .array(id)
  .min(1, 'Please select at least one dictation')
  .max(MAX_BATCH, `Select at most ${MAX_BATCH} dictations`);
const dateParams = z.strictObject({ date: dateOnly('Date') });

const tag = 'Dictation groups';
const view = { tag, guard: permission('Dictation.View'), healthData: true } as const;
const edit = { tag, guard: permission('Dictation.Edit'), healthData: true } as const;

export const groupCreate = endpoint({
  record: DICTATION_GROUP,
  ...edit,
  method: 'POST',
  path: '/dictation/group/create',
  summary: 'Create a group from ungrouped dictations with the same provider, location, and date',
  body: z.strictObject({
    dictationIds: ids,
    groupName: optionalText('Group name', 150),
    notes: optionalLines('Notes', 1000),
  }),
  response: dictationGroupDetail,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const groupGet = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/group/:id',
  summary: 'Get a group with its dictations',
  params: idParams,
  response: dictationGroupDetail,
  audit: 'Viewed',
  errors: ['NOT_FOUND'],
});
export const groupsOfProvider = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/group/provider/:id',
  summary: 'List a provider’s groups in a date range, newest first; up to 200',
  params: idParams,
  query: z.strictObject({
    startDate: optionalDateOnly('Start date'),
    endDate: optionalDateOnly('End date'),
  }),
  response: z.array(dictationGroup),
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});
export const groupsOfDate = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/group/date/:date',
  summary: 'List the groups of a date',
  params: dateParams,
  query: z.strictObject({ providerId: id.optional() }),
  response: z.array(dictationGroup),
  audit: 'Accessed',
});
export const groupAvailable = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/group/:date/available',
  summary: 'List the dictations of a date that can be grouped and those that already are',
  params: dateParams,
  query: z.strictObject({ providerId: id.optional(), locationId: id.optional() }),
  response: z.array(groupableDictation),
  audit: 'Accessed',
});
export const groupElsewhere = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/group/:date/elsewhere',
  summary:
    'Count the unsigned, ungrouped dictations outside of a provider, location, and date; up to 100 each',
  params: dateParams,
  query: z.strictObject({ providerId: id.optional(), locationId: id.optional() }),
  response: z.object({
    /** On this date, with another provider or location. */
    onDate: z.int(),
    /** With this provider and location, on other dates. */
    otherDates: z.int(),
  }),
  healthData: false,
  audit: null,
});
export const groupValidate = endpoint({
  ...view,
  method: 'POST',
  path: '/dictation/group/validate',
  summary: 'Check whether dictations can form a group, and if not, why',
  body: ids,
  response: z.object({ canGroup: z.boolean(), message: z.string() }),
  audit: 'Accessed',
});
export const groupSignAll = endpoint({
  record: DICTATION_GROUP,
  tag,
  guard: also(roles('ProviderPhysician', 'ProviderMidLevel'), 'Dictation.View'),
  healthData: true,
  method: 'POST',
  path: '/dictation/group/:id/sign-all',
  summary: 'Sign all completed dictations in the caller’s group',
  params: idParams,
  response: z.object({ signedCount: z.int(), group: dictationGroupDetail }),
  audit: 'Signed',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const groupAdd = endpoint({
  record: DICTATION_GROUP,
  ...edit,
  method: 'POST',
  path: '/dictation/group/:id/add-dictations',
  summary: 'Add ungrouped dictations with the same provider, location, and date',
  params: idParams,
  body: z.strictObject({ dictationIds: ids }),
  response: dictationGroupDetail,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const groupRemove = endpoint({
  record: DICTATION_GROUP,
  ...edit,
  method: 'DELETE',
  path: '/dictation/group/:id/remove/:dictationId',
  summary: 'Remove a dictation from a group that has no signed dictations',
  params: z.strictObject({ id, dictationId: id }),
  response: dictationGroupDetail,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const groupDelete = endpoint({
  ...edit,
  method: 'DELETE',
  path: '/dictation/group/:id',
  summary: 'Delete a group; its dictations are kept',
  params: idParams,
  response: z.object({ message: z.string() }),
  audit: 'Deleted',
  errors: ['NOT_FOUND'],
});
