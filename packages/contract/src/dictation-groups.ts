import { z } from 'zod';
import { also, permission, roles } from './core/endpoint.ts';
import { dateOnly, id, optionalDateOnly, optionalLines, optionalText } from './core/fields.ts';
import { DICTATION_GROUP } from './core/health-records.ts';
import { dictationRow, dictationStatus, MAX_BATCH } from './dictations.ts';
import { acts, creates, reads, removes } from './core/verbs.ts';

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

export const groupCreate = creates('/dictation/group/create', edit, {
  record: DICTATION_GROUP,
  summary: 'Create a group from ungrouped dictations with the same provider, location, and date',
  body: z.strictObject({
    dictationIds: ids,
    groupName: optionalText('Group name', 150),
    notes: optionalLines('Notes', 1000),
  }),
  response: dictationGroupDetail,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const groupGet = reads('/dictation/group/:id', view, {
  summary: 'Get a group with its dictations',
  response: dictationGroupDetail,
  audit: 'Viewed',
});
export const groupsOfProvider = reads('/dictation/group/provider/:id', view, {
  summary: 'List a provider’s groups in a date range, newest first; up to 200',
  query: z.strictObject({
    startDate: optionalDateOnly('Start date'),
    endDate: optionalDateOnly('End date'),
  }),
  response: z.array(dictationGroup),
  audit: 'Accessed',
});
export const groupsOfDate = reads('/dictation/group/date/:date', view, {
  summary: 'List the groups of a date',
  params: dateParams,
  query: z.strictObject({ providerId: id.optional() }),
  response: z.array(dictationGroup),
  audit: 'Accessed',
});
export const groupAvailable = reads('/dictation/group/:date/available', view, {
  summary: 'List the dictations of a date that can be grouped and those that already are',
  params: dateParams,
  query: z.strictObject({ providerId: id.optional(), locationId: id.optional() }),
  response: z.array(groupableDictation),
  audit: 'Accessed',
});
export const groupElsewhere = reads('/dictation/group/:date/elsewhere', view, {
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
export const groupValidate = acts('/dictation/group/validate', view, {
  summary: 'Check whether dictations can form a group, and if not, why',
  body: ids,
  response: z.object({ canGroup: z.boolean(), message: z.string() }),
  audit: 'Accessed',
});
export const groupSignAll = acts('/dictation/group/:id/sign-all', {
  record: DICTATION_GROUP,
  tag,
  guard: also(roles('ProviderPhysician', 'ProviderMidLevel'), 'Dictation.View'),
  healthData: true,
  summary: 'Sign all completed dictations in the caller’s group',
  response: z.object({ signedCount: z.int(), group: dictationGroupDetail }),
  audit: 'Signed',
  errors: ['CONFLICT'],
});
export const groupAdd = acts('/dictation/group/:id/add-dictations', edit, {
  record: DICTATION_GROUP,
  summary: 'Add ungrouped dictations with the same provider, location, and date',
  body: z.strictObject({ dictationIds: ids }),
  response: dictationGroupDetail,
  audit: 'Updated',
  errors: ['CONFLICT'],
});
export const groupRemove = removes('/dictation/group/:id/remove/:dictationId', edit, {
  record: DICTATION_GROUP,
  summary: 'Remove a dictation from a group that has no signed dictations',
  params: z.strictObject({ id, dictationId: id }),
  response: dictationGroupDetail,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const groupDelete = removes('/dictation/group/:id', edit, {
  summary: 'Delete a group; its dictations are kept',
  response: z.object({ message: z.string() }),
});
