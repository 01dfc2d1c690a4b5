import type { GroupMember } from './group-repo.ts';

/** The values that all dictations in a group share. */
type GroupKey = Pick<GroupMember, 'provider_id' | 'location_id' | 'procedure_date'>;

/** Why dictations cannot form a group. */
export interface GroupProblem {
  readonly code: 'NOT_FOUND' | 'CONFLICT';
  /** Contains no patient data. */
  readonly message: string;
}

const dictations = (count: number) => (count === 1 ? '1 dictation' : `${count} dictations`);

/** Why these dictations cannot form a group or join `group`; null when they can. */
export function groupProblem(
  ids: readonly string[],
  members: readonly GroupMember[],
  group?: GroupKey,
): GroupProblem | null {
  const missing = new Set(ids).size - members.length;
  if (missing > 0)
    return {
      code: 'NOT_FOUND',
      message: `${dictations(missing)} you selected no longer ${missing === 1 ? 'exists' : 'exist'}. Reload the list.`,
    };
  const grouped = members.filter(({ group_id: groupId }) => groupId !== null).length;
  if (grouped > 0)
    return conflict(
      `${dictations(grouped)} you selected ${grouped === 1 ? 'is' : 'are'} already in a group. A dictation can be in only one group.`,
    );
  const all = group === undefined ? members : [...members, group];
  const isOne = (key: keyof GroupKey) => new Set(all.map((member) => member[key])).size <= 1;
  const differing = [
    ...(isOne('provider_id') ? [] : ['provider']),
    ...(isOne('location_id') ? [] : ['location']),
    ...(isOne('procedure_date') ? [] : ['procedure date']),
  ];
  return differing.length === 0
    ? null
    : conflict(`All dictations in a group must have the same ${differing.join(' and ')}.`);
}

const conflict = (message: string): GroupProblem => ({ code: 'CONFLICT', message });

/** Validation message for dictations that can form a group. */
export const groupableMessage = (count: number) => `${dictations(count)} can be grouped.`;
