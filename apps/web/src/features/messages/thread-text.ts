import type { MessageEvent } from '@portal/contract/messages';
import { STATUS_LABELS } from '@portal/domain/message-status';
import { personName } from '@portal/domain/person-name';
import { MESSAGE_LABELS } from './message-labels.ts';

const EVENT_TEXTS: Readonly<Record<MessageEvent['kind'], (event: MessageEvent) => string>> = {
  Created: () => 'took the message',
  Edited: ({ changedFields }) => `edited ${formatList(changedFields.map(fieldLabel))}`,
  Assigned: ({ assignedTo, user }) => {
    if (assignedTo === null) return 'unassigned the message';
    return assignedTo.id === user?.id
      ? 'assigned it to themselves'
      : `assigned it to ${personName(assignedTo)}`;
  },
  StatusChanged: ({ status }) =>
    status === null ? 'changed the status' : `set the status to ${STATUS_LABELS[status]}`,
  Completed: () => 'completed the message',
  Note: () => 'added a note',
  FollowUp: () => 'created follow-up',
};

/** Describes a thread entry, to follow the user name: "edited Priority and Message". */
export const describeEvent = (event: MessageEvent): string => EVENT_TEXTS[event.kind](event);

const LABELS: Readonly<Record<string, string>> = MESSAGE_LABELS;
const fieldLabel = (name: string): string => LABELS[name] ?? name;

/** "A", "A and B", "A, B and C". */
function formatList(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
