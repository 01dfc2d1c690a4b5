import { tokenSessionId } from '@portal/domain/session';
import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { activityFeed, liveConnection } from '#lib/live/live.ts';
import { useSession } from '#lib/session/use-session.ts';

/**
 * Takes part in the browser's live connection while somebody is signed in. Once that gave up, it is tried again on the next
 * page, when the network is back, and when the tab is looked at again.
 */
export function LiveLink() {
  const { token, user } = useSession();
  const { pathname } = useLocation();
  // The server refuses it before a temporary password is changed.
  const sessionId = token === null || user?.mustChangePassword === true ? null : tokenSessionId(token);
  // Before the first paint, so that nobody reads "Offline" in passing.
  useLayoutEffect(() => {
    if (sessionId === null) return undefined;
    const leave = liveConnection.join(sessionId);
    return () => {
      leave();
      activityFeed.clear();
    };
  }, [sessionId]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') liveConnection.start();
    };
    window.addEventListener('online', liveConnection.start);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('online', liveConnection.start);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return <StartOnce key={pathname} />;
}

function StartOnce() {
  useEffect(() => liveConnection.start(), []);
  return null;
}
