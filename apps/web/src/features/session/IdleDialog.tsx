import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { IdleTracker } from '#lib/session/idle-tracker.ts';
import { useSignOut } from '#ui/form/use-sign-out.tsx';

/** How long (ms) the dialog stays open after activity, so that a click meant for it does not hit the page below. */
const LINGER_MS = 1500;

const focusOnOpen = (button: HTMLButtonElement | null) => button?.focus();

/** Asks whether the user is still there, two minutes before the session ends due to inactivity. */
export function IdleDialog({ tracker }: { readonly tracker: IdleTracker }) {
  const { isWarning, expiresAt } = useSyncExternalStore(tracker.state.subscribe, tracker.state.get);
  const { signOut, question } = useSignOut();
  const [isLingering, setLingering] = useState(false);
  if (isWarning && !isLingering) setLingering(true);
  useEffect(() => {
    if (isWarning || !isLingering) return undefined;
    const timer = setTimeout(() => setLingering(false), LINGER_MS);
    return () => clearTimeout(timer);
  }, [isWarning, isLingering]);

  return (
    <Dialog
      open={isWarning || isLingering}
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="idle-title">
        {isWarning ? 'Are you still there?' : 'You are still signed in'}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id="idle-text" component="div">
          {isWarning ? <Countdown until={expiresAt} /> : 'Your session continues.'}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={signOut}>Sign out</Button>
        <Button
          variant="contained"
          ref={focusOnOpen}
          onClick={() => {
            tracker.stay();
            setLingering(false);
          }}
        >
          Stay signed in
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  );
}

/** Countdown that screen readers announce only once, when the dialog opens, not every second. */
function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <>
      To protect patient data, you will be signed out because of inactivity in{' '}
      <strong role="timer">{clock}</strong>.
    </>
  );
}
