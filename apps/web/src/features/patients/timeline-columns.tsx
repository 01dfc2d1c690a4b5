import AssignmentOutlinedIcon from '@mui/icons-material/AssignmentOutlined';
import DescriptionOutlinedIcon from '@mui/icons-material/DescriptionOutlined';
import MedicationOutlinedIcon from '@mui/icons-material/MedicationOutlined';
import MicOutlinedIcon from '@mui/icons-material/MicOutlined';
import PhoneCallbackOutlinedIcon from '@mui/icons-material/PhoneCallbackOutlined';
import { Box, Link, Stack } from '@mui/material';
import type { TimelineEntry, TimelineKind } from '@portal/contract/patient-timeline';
import { DOCUMENT_TYPE_LABELS } from '@portal/domain/document';
import { CATEGORY_LABELS, STATUS_LABELS } from '@portal/domain/message-status';
import { ORDER_TYPE_LABELS } from '@portal/domain/order';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { fullName } from '@portal/domain/person-name';
import type { ComponentType } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';

/** Label, icon and path of each kind of record. Add new kinds here. */
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

/** The record's own type, such as "MRI" or "Test Results"; empty for kinds without one. */
function typeLabel(entry: TimelineEntry): string {
  if (entry.kind === 'Order') return ORDER_TYPE_LABELS[entry.type];
  if (entry.kind === 'Message') return CATEGORY_LABELS[entry.type];
  return entry.kind === 'Document' ? DOCUMENT_TYPE_LABELS[entry.type] : '';
}

function statusLabel(entry: TimelineEntry): string {
  if (entry.kind === 'Order') return ORDER_STATUS_LABELS[entry.status];
  if (entry.kind === 'Dictation') return entry.status;
  return entry.kind === 'Message' ? STATUS_LABELS[entry.status] : '';
}

/** Name of an entry: its number, or else its text or kind. */
export const entryName = (entry: TimelineEntry): string =>
  entry.number ?? entry.text ?? KINDS[entry.kind].label;

/** An entry as a short line: what it is, its page, and what else is known. */
export function entryFacts(entry: TimelineEntry) {
  const { label, icon, path } = KINDS[entry.kind];
  const known = [typeLabel(entry), statusLabel(entry), entry.number === null ? null : entry.text];
  return {
    icon,
    label,
    to: `${path}/${entry.id}`,
    name: entry.number ?? entry.text ?? '',
    details: known.filter((text) => text !== null && text !== ''),
  };
}

export const timelineColumns = (times: PracticeTimes): readonly Column<TimelineEntry, never>[] => [
  {
    id: 'at',
    header: 'When',
    width: 150,
    render: ({ at }) => (
      <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
        {times.dateTime(at)}
      </Box>
    ),
  },
  {
    id: 'kind',
    header: 'Type',
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
  { id: 'status', header: 'Status', width: 150, render: (entry) => statusLabel(entry) || '—' },
  {
    id: 'by',
    header: 'By',
    width: 160,
    hideBelow: 'md',
    render: ({ user }) => (user === null ? '—' : fullName(user.firstName, user.lastName)),
  },
];

/** Link to the record, its type, and its text in at most two lines. */
function Record({ entry }: { readonly entry: TimelineEntry }) {
  const type = typeLabel(entry);
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
