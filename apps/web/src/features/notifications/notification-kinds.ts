import AlternateEmailOutlined from '@mui/icons-material/AlternateEmailOutlined';
import AssignmentLateOutlined from '@mui/icons-material/AssignmentLateOutlined';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import EventNoteOutlined from '@mui/icons-material/EventNoteOutlined';
import HistoryEduOutlined from '@mui/icons-material/HistoryEduOutlined';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import LockClockOutlined from '@mui/icons-material/LockClockOutlined';
import MarkChatReadOutlined from '@mui/icons-material/MarkChatReadOutlined';
import PhoneInTalkOutlined from '@mui/icons-material/PhoneInTalkOutlined';
import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { Notification } from '@portal/contract/notifications';
import type { ComponentType } from 'react';

interface KindParts {
  readonly icon: ComponentType<{ fontSize?: 'small' }>;
  /** The page of the record. */
  readonly path: (notification: Notification) => string;
}

const dictation = ({ entityId }: Notification) => `/dictations/${entityId}`;
const message = ({ entityId }: Notification) => `/messages/${entityId}`;

/** Icon and page of each kind of notification. */
export const KINDS: Readonly<Record<Notification['kind'], KindParts>> = {
  MessageAssigned: { icon: PhoneInTalkOutlined, path: message },
  MessageCompleted: { icon: MarkChatReadOutlined, path: message },
  MessageUnassigned: { icon: PhoneMissedOutlined, path: message },
  OrderUnassigned: { icon: AssignmentLateOutlined, path: ({ entityId }) => `/orders/${entityId}` },
  DictationSigned: { icon: HistoryEduOutlined, path: dictation },
  CoSignatureRequested: { icon: DrawOutlined, path: dictation },
  CoSignatureReturned: { icon: UndoOutlined, path: dictation },
  TimecardCorrected: {
    icon: EventNoteOutlined,
    path: ({ day }) => `/timecard/history${day === null ? '' : `?startDate=${day}&endDate=${day}`}`,
  },
  PermissionExpiring: { icon: LockClockOutlined, path: () => '/profile' },
  PermissionExpired: { icon: LockClockOutlined, path: () => '/profile' },
  AdminReset: { icon: LockClockOutlined, path: ({ entityId }) => `/users/${entityId}` },
  EmailChanged: { icon: AlternateEmailOutlined, path: () => '/profile' },
  SignOnRelinked: { icon: LinkOutlined, path: () => '/profile' },
  CodesEnding: { icon: EventBusyOutlined, path: () => '/admin/billing-codes/files' },
  WebhookPaused: { icon: WebhookOutlined, path: ({ entityId }) => `/webhooks/${entityId}` },
};
