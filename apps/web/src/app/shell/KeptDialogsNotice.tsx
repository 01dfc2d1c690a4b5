import { Alert, Button } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { keptDialogs, removeRestored } from '#lib/session/restored-values.ts';

/** Names the dialogs of this page whose text is kept, because a dialog does not open again when its page does. */
export function KeptDialogsNotice() {
  const { pathname, search } = useLocation();
  const { dialogs } = useSyncExternalStore(keptDialogs.subscribe, keptDialogs.get);
  return dialogs
    .filter(({ address }) => address === `${pathname}${search}`)
    .map(({ key, dialog }) => (
      <Alert
        key={key}
        severity="info"
        action={
          <Button color="inherit" size="small" onClick={() => removeRestored(key)}>
            Discard
          </Button>
        }
        sx={{ borderRadius: 0, '@media print': { display: 'none' } }}
      >
        Your text in “{dialog}” was kept. Open it again to continue.
      </Alert>
    ));
}
