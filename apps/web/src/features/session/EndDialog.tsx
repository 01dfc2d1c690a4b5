import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { ABSOLUTE_HOURS } from '@portal/domain/session';
import { useState, useSyncExternalStore } from 'react';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import type { IdleTracker } from '#lib/session/idle-tracker.ts';
import { useSignOut } from '#ui/form/use-sign-out.tsx';

interface EndDialogProps {
  readonly tracker: IdleTracker;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/**
 * Warns two minutes before the session reaches its maximum length. The dialog may open while the user is typing, so no button has
 * the focus: the next keystroke must not close it unread.
 */
export function EndDialog({ tracker, endsAt }: EndDialogProps) {
  const { isEnding, isWarning } = useSyncExternalStore(tracker.state.subscribe, tracker.state.get);
  const { signOut, question } = useSignOut();
  const [isRead, setRead] = useState(false);
  return (
    <Dialog
      open={isEnding && !isWarning && !isRead}
      role="alertdialog"
      aria-labelledby="end-title"
      aria-describedby="end-text"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="end-title">Your session ends soon</DialogTitle>
      <DialogContent>
        <DialogContentText id="end-text">
          Your session ends at{' '}
          <strong>
            <TimeOfDay at={endsAt} />
          </strong>
          , {ABSOLUTE_HOURS} hours after you signed in. It cannot be extended. Save your work now, then sign
          in again.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={signOut}>Sign out</Button>
        <Button variant="contained" onClick={() => setRead(true)}>
          Keep working
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  );
}

function TimeOfDay({ at }: { readonly at: number }) {
  return usePracticeTimes().time(new Date(at));
}
