import {
  type DictationGroup,
  groupAvailable,
  groupElsewhere,
  groupGet,
  groupsOfDate,
  groupsOfProvider,
  groupValidate,
} from '@portal/contract/dictation-groups';
import { DICTATION_GROUP } from '@portal/contract/health-records';
import { viewedEntry } from '#request/health-record.ts';
import { recordRead } from '#request/record-read.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { userExists } from '#features/dictations/index.ts';
import {
  countOnDate,
  countOnOtherDates,
  findMembers,
  listGroupable,
  listGroups,
  type GroupRow,
} from './group-repo.ts';
import { groupableMessage, groupProblem } from './group-rules.ts';
import { readGroup } from './group-service.ts';
import { presentGroup, presentGroupable } from './group-view.ts';

/** Gets a group with its dictations. Throws NOT_FOUND. */
export const getGroup = operation(groupGet, async (context, { params: { id } }) => {
  const group = await readGroup(context.deps.db, id);
  await recordRead(context, viewedEntry(DICTATION_GROUP, [group]));
  return group;
});

/** Lists a provider's groups in a date range, newest first. Throws NOT_FOUND for an unknown user. */
export const getGroupsOfProvider = operation(groupsOfProvider, async (context, { params, query: period }) => {
  const { id: providerId } = params;
  const { db } = context.deps;
  if (!(await userExists(db, providerId))) throw notFound('This provider does not exist.');
  return listed(context, await listGroups(db, { providerId, ...period }));
});

/** Lists the groups of a date (YYYY-MM-DD). */
export const getGroupsOfDate = operation(groupsOfDate, async (context, { params: { date }, query }) => {
  const providerId = query.providerId;
  return listed(context, await listGroups(context.deps.db, { providerId, startDate: date, endDate: date }));
});

/** Lists the dictations of a date (YYYY-MM-DD) that can be grouped and those that already are. */
export const getGroupable = operation(groupAvailable, async (context, { params, query: filter }) => {
  const { date } = params;
  const found = await listGroupable(context.deps.db, date, filter);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    newValues: {
      dictationIds: found.map((row) => row.id),
      patientIds: [...new Set(found.map((row) => row.patient_id))],
    },
  });
  return found.map((row) => presentGroupable(row));
});

/** Maximum of each count, as documented in the contract. */
const MAX_ELSEWHERE = 100;

/** Counts the unsigned, ungrouped dictations outside of a provider, location, and date (YYYY-MM-DD). */
export const countElsewhere = operation(
  groupElsewhere,
  async ({ deps: { db } }, { params: { date }, query: filter }) => {
    const place = { date, ...filter };
    const [onDate, otherDates] = await Promise.all([
      countOnDate(db, place, MAX_ELSEWHERE),
      countOnOtherDates(db, place, MAX_ELSEWHERE),
    ]);
    return { onDate, otherDates };
  },
);

/** Checks whether dictations can form a group, and if not, why. */
export const validateGroup = operation(groupValidate, async (context, { body: ids }) => {
  const members = await findMembers(context.deps.db, ids);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    newValues: {
      dictationIds: members.map((row) => row.id),
      patientIds: [...new Set(members.map((row) => row.patient_id))],
    },
  });
  const problem = groupProblem(ids, members);
  return problem === null
    ? { canGroup: true, message: groupableMessage(members.length) }
    : { canGroup: false, message: problem.message };
});

async function listed(context: SignedInContext, rows: readonly GroupRow[]): Promise<DictationGroup[]> {
  await recordRead(context, { action: 'Accessed', entityType: 'DictationGroup', entityId: null });
  return rows.map((row) => presentGroup(row));
}
