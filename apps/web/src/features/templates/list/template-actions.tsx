import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import type { TemplateRow } from '@portal/contract/templates';
import type { RowAction } from '#ui/DataTable.tsx';

/** An action that asks for confirmation. */
export interface TemplateQuestion {
  readonly what: 'toggle' | 'delete';
  readonly template: TemplateRow;
}

export function templateActions(
  ask: (question: TemplateQuestion) => void,
): readonly RowAction<TemplateRow>[] {
  const toggle = (template: TemplateRow) => ask({ what: 'toggle', template });
  return [
    {
      label: 'Deactivate',
      icon: <BlockOutlined fontSize="small" />,
      onClick: toggle,
      isHidden: ({ isActive }) => !isActive,
    },
    {
      label: 'Activate',
      icon: <CheckCircleOutlined fontSize="small" />,
      onClick: toggle,
      isHidden: ({ isActive }) => isActive,
    },
    {
      label: 'Preview',
      icon: <VisibilityOutlined fontSize="small" />,
      to: ({ id }) => `/admin/templates/${id}/preview`,
    },
    {
      label: 'Edit',
      icon: <EditOutlined fontSize="small" />,
      to: ({ id }) => `/admin/templates/${id}/edit`,
    },
    {
      label: 'Duplicate',
      icon: <ContentCopyOutlined fontSize="small" />,
      to: ({ id }) => `/admin/templates/new?duplicate=${id}`,
    },
    {
      label: 'Delete',
      icon: <DeleteOutlined fontSize="small" />,
      onClick: (template) => ask({ what: 'delete', template }),
    },
  ];
}
