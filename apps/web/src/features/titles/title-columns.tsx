import { Box } from '@mui/material';
import type { ProviderTitle } from '@portal/contract/titles';
import type { Column } from '#ui/DataTable.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';

/** The columns of the title list. */
export const TITLE_COLUMNS: readonly Column<ProviderTitle, never>[] = [
  {
    id: 'code',
    header: 'Title',
    width: 140,
    render: ({ code }) => <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{code}</Box>,
  },
  { id: 'description', header: 'Description', render: ({ description }) => description },
  {
    id: 'order',
    header: 'Display Order',
    align: 'right',
    width: 130,
    render: ({ displayOrder }) => displayOrder,
  },
  { id: 'status', header: 'Status', render: ({ isActive }) => <ActiveChip active={isActive} /> },
];
