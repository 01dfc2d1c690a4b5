import { useState } from 'react';
import { session } from '#lib/portal.ts';
import { MessageScreen } from './MessageScreen.tsx';

/** The server could not be asked about the stored session: nothing protected is shown and the token is kept. */
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
