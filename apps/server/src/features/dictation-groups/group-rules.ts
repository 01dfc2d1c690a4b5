import type { GroupMember } from './group-repo.ts';

/** What all dictations of a group have in common. */
type GroupKey = Pick<GroupMember, 'provider_id' | 'location_id' | 'procedure_date'>;

/** Why dictations cannot be one group. */
export interface GroupProblem {
  readonly code: 'NOT_FOUND' | 'CONFLICT';
  /** Says nothing about a patient. */
  readonly message: string;
}

const dictations = (count: number) => (count === 1 ? '1 dictation' : `${count} dictations`);

/** Why these cannot be in one group, or not in this one; null when they can. */
export function groupProblem(
  ids: readonly string[],
  members: readonly GroupMember[],
  group?: GroupKey,
): GroupProblem | null {
  const missing = new Set(ids).size - members.length;
  if (missing > 0)
    return {
      code: 'NOT_FOUND',
      message: `${dictations(missing)} of your choice ${missing === 1 ? 'does' : 'do'} not exist any more. Load the list again.`,
    };
  const grouped = members.filter(({ group_id: groupId }) => groupId !== null).length;
  if (grouped > 0)
    return conflict(
      `${dictations(grouped)} of your choice ${grouped === 1 ? 'is' : 'are'} in a group already. A dictation can be in one group only.`,
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
    : conflict(`All dictations of a group must have the same ${differing.join(' and ')}.`);
}

const conflict = (message: string): GroupProblem => ({ code: 'CONFLICT', message });

/** What validation says of dictations that can be one group. */
export const groupableMessage = (count: number) => `${dictations(count)} can be grouped.`;
