import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import DriveFileMoveOutlinedIcon from '@mui/icons-material/DriveFileMoveOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Button } from '@mui/material';
import type { Document } from '@portal/contract/documents';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { EditDialog } from './EditDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import type { DocumentFiles } from './use-document-files.ts';

type DialogName = 'edit' | 'move';

interface DocumentActionsProps {
  readonly document: Document;
  readonly files: DocumentFiles;
}

/** Action buttons of a document, filtered by permission; none if it is deleted. Open dialogs stay when somebody else deletes it. */
export function DocumentActions({ document, files }: DocumentActionsProps) {
  const [open, setOpen] = useState<DialogName | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {document.deletedAt === null ? <Buttons document={document} files={files} onOpen={setOpen} /> : null}
      {open === 'edit' ? <EditDialog document={document} onClose={close} /> : null}
      {open === 'move' ? <MoveDialog document={document} onClose={close} /> : null}
    </>
  );
}

function Buttons({
  document,
  files,
  onOpen,
}: DocumentActionsProps & { readonly onOpen: (dialog: DialogName) => void }) {
  const { can } = useAccess();
  const isBusy = files.isBusy(document.id);
  return (
    <>
      {can('Document.Delete') ? (
        <Button
          component={RouterLink}
          to={`/documents/${document.id}/delete`}
          variant="outlined"
          color="error"
          startIcon={<DeleteOutlinedIcon />}
        >
          Delete
        </Button>
      ) : null}
      {can('Document.Upload') ? (
        <>
          <Button variant="outlined" startIcon={<DriveFileMoveOutlinedIcon />} onClick={() => onOpen('move')}>
            Move
          </Button>
          <Button variant="outlined" startIcon={<EditOutlinedIcon />} onClick={() => onOpen('edit')}>
            Edit
          </Button>
        </>
      ) : null}
      <Button
        variant="outlined"
        startIcon={<PrintOutlinedIcon />}
        disabled={isBusy}
        onClick={() => files.print(document)}
      >
        Print
      </Button>
      <Button
        variant="contained"
        startIcon={<FileDownloadOutlinedIcon />}
        disabled={isBusy}
        onClick={() => files.download(document)}
      >
        Download
      </Button>
    </>
  );
}
