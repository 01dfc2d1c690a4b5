import { Button } from '@mui/material';
import { useState } from 'react';
import { keepForReload } from '#lib/session/restored-values.ts';
import { hasUnsavedInput } from './form/leave-guard.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Reloads the portal. Asks first if something is unsaved, and keeps it for after the reload. */
export function ReloadButton({ size }: { readonly size: 'small' | 'medium' }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="contained"
        size={size}
        onClick={() => (hasUnsavedInput() ? setAsking(true) : window.location.reload())}
      >
        Reload
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Reload with unsaved changes?"
        text="What you typed is kept and comes back after the reload. Choose files again that have not been uploaded."
        confirmLabel="Reload"
        cancelLabel="Stay"
        onConfirm={async () => {
          await keepForReload();
          window.location.reload();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
