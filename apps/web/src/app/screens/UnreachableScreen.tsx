import { useState } from 'react';
import { session } from '#lib/portal.ts';
import { MessageScreen } from './MessageScreen.tsx';

/** Shown when the stored session could not be checked with the server. Shows nothing protected and keeps the token. */
export function UnreachableScreen() {
  const [isBusy, setBusy] = useState(false);
  return (
    <MessageScreen
      title="The server cannot be reached"
      text="You are still signed in on this computer. Check your connection and try again."
      action="Try again"
      isBusy={isBusy}
      onAction={() => {
        setBusy(true);
        void session.start();
      }}
    />
  );
}
