import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { ABSOLUTE_HOURS, tokenEnd } from '@portal/domain/session';
import { heartbeat } from '@portal/contract/session';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { call, contact, session } from '#lib/portal.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { openIdleChannel } from '#lib/session/idle-channel.ts';
import { createIdleTracker, type IdleTracker } from '#lib/session/idle-tracker.ts';
import { useSignOut } from '#ui/form/use-sign-out.tsx';
import { IdleDialog } from './IdleDialog.tsx';

interface EndDialogProps {
  readonly tracker: IdleTracker;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/**
 * Warns two minutes before the session reaches its maximum length. The dialog may open while the user is typing, so no button has
 * the focus: the next keystroke must not close it unread.
 */
function EndDialog({ tracker, endsAt }: EndDialogProps) {
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

/** Ends the session after inactivity or at its maximum length, and warns before. Mounted while a user is signed in. */
export function SessionTimeout() {
  const [tracker] = useState(() =>
    createIdleTracker({
      target: window,
      openChannel: openIdleChannel,
      endsAt: sessionEnd,
      onExpire: session.expire,
      heartbeat: () => void beat(),
    }),
  );
  useEffect(() => tracker.start(), [tracker]);
  useEffect(() => contact.listen(tracker.noteContact), [tracker]);
  return (
    <>
      <EndDialog tracker={tracker} endsAt={sessionEnd() ?? 0} />
      <IdleDialog tracker={tracker} />
    </>
  );
}

function sessionEnd(): number | null {
  const { token } = session.state();
  return token === null ? null : tokenEnd(token);
}

async function beat(): Promise<void> {
  try {
    await call(heartbeat, {});
  } catch (error) {
    // A refusal has already ended the session. If the server is unreachable, the next call will show it.
    if (!(error instanceof ApiError)) throw error;
  }
}
