import { tokenEnd } from '@portal/domain/session';
import { heartbeat } from '@portal/contract/session';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { call, contact, session } from '#lib/portal.ts';
import { openIdleChannel } from '#lib/session/idle-channel.ts';
import { createIdleTracker } from '#lib/session/idle-tracker.ts';
import { EndDialog } from './EndDialog.tsx';
import { IdleDialog } from './IdleDialog.tsx';

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
