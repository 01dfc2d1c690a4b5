import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import type { DocumentRow } from '@portal/contract/documents';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { useDocumentFiles } from './use-document-files.ts';

const isDeleted = ({ deletedAt }: DocumentRow) => deletedAt !== null;

/** Row actions of a document, filtered by permission: view, download, print, delete. */
export function useDocumentActions(): readonly RowAction<DocumentRow>[] {
  const { can } = useAccess();
  const files = useDocumentFiles();
  const isDisabled = ({ id }: DocumentRow) => files.isBusy(id);
  const actions: readonly RowAction<DocumentRow>[] = [
    {
      label: 'View',
      icon: <VisibilityOutlinedIcon fontSize="small" />,
      to: ({ id }) => `/documents/${id}`,
    },
    {
      label: 'Download',
      icon: <FileDownloadOutlinedIcon fontSize="small" />,
      onClick: files.download,
      isDisabled,
      isHidden: isDeleted,
    },
    {
      label: 'Print',
      icon: <PrintOutlinedIcon fontSize="small" />,
      onClick: files.print,
      isDisabled,
      isHidden: isDeleted,
    },
  ];
  if (!can('Document.Delete')) return actions;
  return [
    ...actions,
    {
      label: 'Delete',
      icon: <DeleteOutlinedIcon fontSize="small" />,
      to: ({ id }) => `/documents/${id}/delete`,
      isHidden: isDeleted,
    },
  ];
}
