import type { PhoneMessage } from '@portal/contract/messages';
import {
  CATEGORY_LABELS,
  MESSAGE_CATEGORIES,
  MESSAGE_STATUSES,
  STATUS_LABELS,
  type MessageStatus,
} from '@portal/domain/message-status';
import { personName } from '@portal/domain/person-name';
import { PRIORITIES } from '@portal/domain/priority';
import type { ChipColor } from '#ui/theme/palette.ts';

/** Options of filters and fields. */
export const CATEGORY_OPTIONS = MESSAGE_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }));
export const STATUS_OPTIONS = MESSAGE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
export const PRIORITY_OPTIONS = PRIORITIES.map((value) => ({ value, label: value }));

/** "Unassigned", with the last assignee if they can no longer open the message. */
export const unassignedText = ({ formerAssignee }: Pick<PhoneMessage, 'formerAssignee'>): string =>
  formerAssignee === null
    ? 'Unassigned'
    : `Unassigned (was ${personName(formerAssignee)}, who can no longer open it)`;

export const STATUS_COLORS: Readonly<Record<MessageStatus, ChipColor>> = {
  New: 'info',
  InProgress: 'primary',
  RequiresFollowUp: 'warning',
  Completed: 'success',
};

/** Labels of the form fields, also used for changed fields in the thread. */
export const MESSAGE_LABELS = {
  category: 'Category',
  priority: 'Priority',
  callerName: 'Caller Name',
  callerPhone: 'Caller Phone',
  patientId: 'Patient',
  callDateTime: 'Call Time',
  message: 'Message',
  assignedToUserId: 'Assign To',
} as const;
