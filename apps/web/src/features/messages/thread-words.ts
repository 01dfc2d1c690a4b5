import type { MessageEvent } from '@portal/contract/messages';
import { STATUS_LABELS } from '@portal/domain/message-status';
import { MESSAGE_LABELS, personName } from './message-words.ts';

const WORDS: Readonly<Record<MessageEvent['kind'], (event: MessageEvent) => string>> = {
  Created: () => 'took the message',
  Edited: ({ changedFields }) => `edited ${listWords(changedFields.map(fieldLabel))}`,
  Assigned: ({ assignedTo, user }) => {
    if (assignedTo === null) return 'removed the assignment';
    return assignedTo.id === user?.id ? 'took it over' : `assigned it to ${personName(assignedTo)}`;
  },
  StatusChanged: ({ status }) =>
    status === null ? 'changed it' : `set the status to ${STATUS_LABELS[status]}`,
  Completed: () => 'completed the message',
  Note: () => 'added a note',
  FollowUp: () => 'took a follow-up',
};

/** What somebody did, as it follows their name: "edited Priority and Message". */
export const eventWords = (event: MessageEvent): string => WORDS[event.kind](event);

const LABELS: Readonly<Record<string, string>> = MESSAGE_LABELS;
const fieldLabel = (name: string): string => LABELS[name] ?? name;

/** "A", "A and B", "A, B and C". */
function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
