import { tokenSessionId } from '@portal/domain/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ERRORS } from '@portal/contract/errors';
import { BuiltPages } from '#lib/built-pages.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { strayFiles } from '#lib/files/stray-files.ts';
import { activityFeed, liveConnection } from '#lib/live/live.ts';
import { forbidden } from '#lib/portal.ts';
import { createQueryClient, forgetOnUserChange } from '#lib/query/query-client.ts';
import { useVisits } from '#lib/query/visits.ts';
import { restoreState } from '#lib/session/restored-values.ts';
import { useCurrentUser, useSession } from '#lib/session/use-session.ts';
import { SessionTimeout } from '#features/session/SessionTimeout.tsx';
import { ShortcutPicker } from '#features/shortcuts/ShortcutPicker.tsx';
import { Speech } from '#features/speech/Speech.tsx';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { PlacesContext, useTrackedPlaces } from '#ui/places.ts';
import { ToastProvider, useToast } from '#ui/ToastProvider.tsx';
import { useThemeMode } from '#ui/use-theme-mode.ts';
import { useDensity } from '#ui/theme/use-density.ts';
import { pageFor } from './routes/areas.ts';

const queryClient = createQueryClient();
forgetOnUserChange(queryClient);

const guardOf = (address: string) => pageFor(address)?.guard;

/**
 * Joins the browser's live connection while a user is signed in. After the connection has given up, it is retried on
 * navigation, when the network is back and when the tab becomes visible again.
 */
function LiveLink() {
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

/** Wraps every page that requires sign-in: data, toasts, the user's theme, the live connection
 * and the inactivity timeout. */
export function SignedInLayout() {
  const places = useTrackedPlaces();
  useVisits();
  const { isRestoring } = useSyncExternalStore(restoreState.subscribe, restoreState.get);
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SessionEffects />
        <SessionTimeout />
        <LiveLink />
        <ShortcutPicker />
        <PlacesContext value={places}>
          <Speech>
            <BuiltPages value={guardOf}>{isRestoring ? <LoadingScreen hasShell /> : <Outlet />}</BuiltPages>
          </Speech>
        </PlacesContext>
      </ToastProvider>
    </QueryClientProvider>
  );
}

/** The answer to files that are dropped where nothing takes them. */
const STRAY_FILES = 'Files cannot be dropped here. Drop them on the page of a patient or on Upload Document.';

/** Shows 403 errors and misplaced files as toasts, and applies the user's theme and density. */
function SessionEffects() {
  const toast = useToast();
  const { setMode } = useThemeMode();
  const { theme, density } = useCurrentUser().preferences;
  useEffect(
    () => forbidden.listen((error) => toast.error(explainError(error, ERRORS.FORBIDDEN.text))),
    [toast],
  );
  useEffect(() => strayFiles.listen(() => toast.info(STRAY_FILES)), [toast]);
  useEffect(() => setMode(theme), [theme, setMode]);
  useDensity(density);
  return null;
}
