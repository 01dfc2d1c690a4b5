import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import DriveFileMoveOutlinedIcon from '@mui/icons-material/DriveFileMoveOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import type { Document } from '@portal/contract/documents';
import { useState } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { HeaderActions, type HeaderAction } from '#ui/HeaderActions.tsx';
import { EditDialog } from './EditDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import type { DocumentFiles } from './use-document-files.ts';

type DialogName = 'edit' | 'move';

interface DocumentActionsProps {
  readonly document: Document;
  readonly files: DocumentFiles;
}

/** Actions of a document, filtered by permission; none if it is deleted. Open dialogs stay when somebody else deletes it. */
export function DocumentActions({ document, files }: DocumentActionsProps) {
  const [open, setOpen] = useState<DialogName | null>(null);
  const actions = useActions(document, files, setOpen);
  const close = () => setOpen(null);
  return (
    <>
      {document.deletedAt === null ? <HeaderActions actions={actions} /> : null}
      {open === 'edit' ? <EditDialog document={document} onClose={close} /> : null}
      {open === 'move' ? <MoveDialog document={document} onClose={close} /> : null}
    </>
  );
}

function useActions(
  document: Document,
  files: DocumentFiles,
  onOpen: (dialog: DialogName) => void,
): readonly HeaderAction[] {
  const { can } = useAccess();
  const isDisabled = files.isBusy(document.id);
  const actions: HeaderAction[] = [];
  if (can('Document.Upload')) {
    actions.push(
      { label: 'Edit', icon: <EditOutlinedIcon />, onClick: () => onOpen('edit') },
      { label: 'Move', icon: <DriveFileMoveOutlinedIcon />, rank: 'rare', onClick: () => onOpen('move') },
    );
  }
  if (can('Document.Delete')) {
    const to = `/documents/${document.id}/delete`;
    actions.push({ label: 'Delete', icon: <DeleteOutlinedIcon />, rank: 'rare', to });
  }
  actions.push(
    { label: 'Print', icon: <PrintOutlinedIcon />, isDisabled, onClick: () => files.print(document) },
    {
      label: 'Download',
      icon: <FileDownloadOutlinedIcon />,
      rank: 'main',
      isDisabled,
      onClick: () => files.download(document),
    },
  );
  return actions;
}
