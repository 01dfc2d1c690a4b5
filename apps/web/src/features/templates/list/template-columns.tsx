import type { TemplateRow } from '@portal/contract/templates';
import type { Column } from '#ui/DataTable.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';

/** The columns of the template list. */
export const TEMPLATE_COLUMNS: readonly Column<TemplateRow, never>[] = [
  { id: 'name', header: 'Name', width: '22%', render: ({ name }) => name },
  { id: 'type', header: 'Procedure Type', width: '18%', render: ({ procedureType }) => procedureType },
  {
    id: 'description',
    header: 'Description',
    width: '30%',
    hideBelow: 'lg',
    render: ({ shortDescription }) => shortDescription ?? '—',
  },
  {
    id: 'order',
    header: 'Quick Access Order',
    align: 'right',
    hideBelow: 'lg',
    render: ({ quickAccessOrder }) => quickAccessOrder ?? '—',
  },
  {
    id: 'usage',
    header: 'Usage Count',
    align: 'right',
    render: ({ usageCount }) => usageCount,
  },
  {
    id: 'status',
    header: 'Status',
    render: ({ isActive }) => <ActiveChip active={isActive} />,
  },
];
