import { heartbeat } from '@portal/contract/session';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { call, contact, session } from '#lib/portal.ts';
import { openIdleChannel } from '#lib/session/idle-channel.ts';
import { createIdleTracker } from '#lib/session/idle-tracker.ts';
import { IdleDialog } from './IdleDialog.tsx';

/** Ends the session of a user who went away (spec 1 §9, decisions 13 and 14). Lives as long as somebody is signed in. */
export function IdleWatch() {
  const [tracker] = useState(() =>
    createIdleTracker({
      target: window,
      openChannel: openIdleChannel,
      onExpire: session.expire,
      heartbeat: () => void beat(),
    }),
  );
  useEffect(() => tracker.start(), [tracker]);
  useEffect(() => contact.listen(tracker.noteContact), [tracker]);
  return <IdleDialog tracker={tracker} />;
}

async function beat(): Promise<void> {
  try {
    await call(heartbeat, {});
  } catch (error) {
    // A refusal has ended the session by now; an absent server is the next call's business.
    if (!(error instanceof ApiError)) throw error;
  }
}
