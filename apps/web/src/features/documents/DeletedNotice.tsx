import { Alert, AlertTitle, Button } from '@mui/material';
import { documentRestore, type Document } from '@portal/contract/documents';
import { fullName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

/** Notice for a deleted document: who deleted it and why, with a restore action while possible. */
export function DeletedNotice({ document }: { readonly document: Document }) {
  const { id, fileName, deletedAt, deletedByUser, deleteReason, restorableUntil } = document;
  const { can } = useAccess();
  const [isAsking, setAsking] = useState(false);
  const restore = useEndpointMutation(documentRestore, { alsoChanges: ['Dashboard'] });
  const times = usePracticeTimes();
  const by = deletedByUser === null ? '' : ` by ${fullName(deletedByUser.firstName, deletedByUser.lastName)}`;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        restorableUntil !== null && can('Document.Delete') ? (
          <Button color="inherit" size="small" onClick={() => setAsking(true)}>
            Restore
          </Button>
        ) : undefined
      }
    >
      <AlertTitle>This document is deleted</AlertTitle>
      Deleted{by}
      {deletedAt === null ? '' : ` on ${times.dateTime(deletedAt)}`}.
      {deleteReason === null ? '' : ` Reason: ${deleteReason}`}
      <br />
      {restorableUntil === null
        ? 'It can no longer be restored.'
        : `It can be restored until ${times.dateTime(restorableUntil)}.`}
      <ConfirmDialog
        newsOf={id}
        open={isAsking}
        title="Restore document?"
        text={`${fileName} will appear in lists again under the same patient.`}
        confirmLabel="Restore"
        errorFallback="Failed to restore document"
        onConfirm={async () => {
          await restore.mutateAsync({ params: { id } });
          return `${fileName} was restored`;
        }}
        onClose={() => setAsking(false)}
      />
    </Alert>
  );
}
