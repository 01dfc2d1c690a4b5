import { tokenSessionId } from '@portal/domain/session';
import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { activityFeed, liveConnection } from '#lib/live/live.ts';
import { useSession } from '#lib/session/use-session.ts';

/**
 * Joins the browser's live connection while a user is signed in. After the connection has given up, it is retried on
 * navigation, when the network is back and when the tab becomes visible again.
 */
export function LiveLink() {
  const { token, user } = useSession();
  const { pathname } = useLocation();
  // The server refuses the connection until a temporary password has been changed and required 2FA is set up.
  const isBlocked = user?.mustChangePassword === true || user?.mustSetUpTwoFactor === true;
  const sessionId = token === null || isBlocked ? null : tokenSessionId(token);
  // A layout effect, so that "Offline" does not flash before the first paint.
  useLayoutEffect(() => {
    if (sessionId === null) return undefined;
    const leave = liveConnection.join(sessionId);
    return () => {
      leave();
      activityFeed.clear();
    };
  }, [sessionId]);
  useEffect(() => {
    const startIfVisible = () => {
      if (document.visibilityState === 'visible') liveConnection.start();
    };
    window.addEventListener('online', liveConnection.start);
    document.addEventListener('visibilitychange', startIfVisible);
    return () => {
      window.removeEventListener('online', liveConnection.start);
      document.removeEventListener('visibilitychange', startIfVisible);
    };
  }, []);
  return <StartOnce key={pathname} />;
}

function StartOnce() {
  useEffect(() => liveConnection.start(), []);
  return null;
}
