import { ListLink } from '#ui/list-parts.tsx';
import AssignmentOutlinedIcon from '@mui/icons-material/AssignmentOutlined';
import DescriptionOutlinedIcon from '@mui/icons-material/DescriptionOutlined';
import MedicationOutlinedIcon from '@mui/icons-material/MedicationOutlined';
import MicOutlinedIcon from '@mui/icons-material/MicOutlined';
import PhoneCallbackOutlinedIcon from '@mui/icons-material/PhoneCallbackOutlined';
import { Box, Stack } from '@mui/material';
import type { TimelineEntry, TimelineKind } from '@portal/contract/patient-timeline';
import { DOCUMENT_TYPE_LABELS } from '@portal/domain/document';
import { CATEGORY_LABELS, STATUS_LABELS } from '@portal/domain/message-status';
import { ORDER_KIND_LABELS } from '@portal/domain/order';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { fullName } from '@portal/domain/person-name';
import type { ComponentType } from 'react';
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
  if (entry.kind === 'Order') return ORDER_KIND_LABELS[entry.type];
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
    kind: 'moment',
    render: ({ at }) => <time dateTime={at}>{times.dateTime(at)}</time>,
  },
  {
    id: 'kind',
    header: 'Type',
    kind: 'word',
    width: 168,
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
  {
    id: 'record',
    header: 'Record',
    kind: 'text',
    card: 'title',
    render: (entry) => <Record entry={entry} />,
    caption: ({ number, text }) => (number === null ? null : text),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 140,
    render: (entry) => statusLabel(entry) || '—',
  },
  {
    id: 'by',
    header: 'By',
    fold: { order: 1, into: 'at' },
    render: ({ user }) => (user === null ? '—' : fullName(user.firstName, user.lastName)),
  },
];

/** Link to the record, and its type. */
function Record({ entry }: { readonly entry: TimelineEntry }) {
  const type = typeLabel(entry);
  return (
    <>
      <ListLink to={`${KINDS[entry.kind].path}/${entry.id}`}>{entryName(entry)}</ListLink>
      {type === '' ? null : `, ${type}`}
    </>
  );
}
