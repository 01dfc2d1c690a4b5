import AssignmentOutlinedIcon from '@mui/icons-material/AssignmentOutlined';
import DescriptionOutlinedIcon from '@mui/icons-material/DescriptionOutlined';
import MedicationOutlinedIcon from '@mui/icons-material/MedicationOutlined';
import MicOutlinedIcon from '@mui/icons-material/MicOutlined';
import PhoneCallbackOutlinedIcon from '@mui/icons-material/PhoneCallbackOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { TimelineEntry, TimelineKind } from '@portal/contract/patient-timeline';
import { formatDateTimeUs } from '@portal/domain/date';
import { DOCUMENT_TYPE_LABELS } from '@portal/domain/document';
import { CATEGORY_LABELS, STATUS_LABELS } from '@portal/domain/message-status';
import { ORDER_TYPE_LABELS } from '@portal/domain/order';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { fullName } from '@portal/domain/person-name';
import type { ComponentType } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Column } from '#ui/DataTable.tsx';

/** How a kind of record is shown: adding one is an entry here. */
const KINDS: Readonly<
  Record<
    TimelineKind,
    {
      readonly label: string;
      readonly icon: ComponentType<{ readonly fontSize: 'small' }>;
      readonly path: string;
    }
  >
> = {
  Order: { label: 'Medical Order', icon: AssignmentOutlinedIcon, path: '/orders' },
  Message: { label: 'Phone Message', icon: PhoneCallbackOutlinedIcon, path: '/messages' },
  Document: { label: 'Document', icon: DescriptionOutlinedIcon, path: '/documents' },
  Dictation: { label: 'Dictation', icon: MicOutlinedIcon, path: '/dictations' },
  PillCount: { label: 'Pill Count', icon: MedicationOutlinedIcon, path: '/pill-count' },
};

export const kindLabel = (kind: TimelineKind): string => KINDS[kind].label;

/** "MRI", "Test Results" …: what sort of such a record it is. */
function typeWords(entry: TimelineEntry): string {
  if (entry.kind === 'Order') return ORDER_TYPE_LABELS[entry.type];
  if (entry.kind === 'Message') return CATEGORY_LABELS[entry.type];
  return entry.kind === 'Document' ? DOCUMENT_TYPE_LABELS[entry.type] : '';
}

function statusWords(entry: TimelineEntry): string {
  if (entry.kind === 'Order') return ORDER_STATUS_LABELS[entry.status];
  if (entry.kind === 'Dictation') return entry.status;
  return entry.kind === 'Message' ? STATUS_LABELS[entry.status] : '';
}

/** Names an entry by its number, else by what it is. */
export const entryName = (entry: TimelineEntry): string =>
  entry.number ?? entry.text ?? KINDS[entry.kind].label;

export const timelineColumns = (timeZone: string | undefined): readonly Column<TimelineEntry, never>[] => [
  {
    id: 'at',
    header: 'When',
    width: 150,
    render: ({ at }) => (
      <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
        {formatDateTimeUs(at, timeZone)}
      </Box>
    ),
  },
  {
    id: 'kind',
    header: 'What',
    width: 180,
    render: ({ kind }) => {
      const { label, icon: Icon } = KINDS[kind];
      return (
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', color: 'text.secondary' }}>
          <Icon fontSize="small" />
          <Box component="span" sx={{ color: 'text.primary', whiteSpace: 'nowrap' }}>
            {label}
          </Box>
        </Stack>
      );
    },
  },
  { id: 'record', header: 'Record', isCardTitle: true, render: (entry) => <Record entry={entry} /> },
  { id: 'status', header: 'Status', width: 150, render: (entry) => statusWords(entry) || '—' },
  {
    id: 'by',
    header: 'By',
    width: 160,
    hideBelow: 'md',
    render: ({ user }) => (user === null ? '—' : fullName(user.firstName, user.lastName)),
  },
];

/** The link to the record, what sort it is, and what it says in two lines at most. */
function Record({ entry }: { readonly entry: TimelineEntry }) {
  const type = typeWords(entry);
  return (
    <Box sx={{ minWidth: 0, py: 0.5 }}>
      <Link
        component={RouterLink}
        to={`${KINDS[entry.kind].path}/${entry.id}`}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {entryName(entry)}
      </Link>
      {type === '' ? null : `, ${type}`}
      {entry.number === null ? null : (
        <Box
          sx={{
            typography: 'body2',
            color: 'text.secondary',
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            overflowWrap: 'anywhere',
            fontWeight: 400,
          }}
        >
          {entry.text}
        </Box>
      )}
    </Box>
  );
}
