import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { ERRORS } from '@portal/contract/errors';
import { BuiltPages } from '#lib/built-pages.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { strayFiles } from '#lib/files/stray-files.ts';
import { forbidden } from '#lib/portal.ts';
import { createQueryClient, forgetOnUserChange } from '#lib/query/query-client.ts';
import { useVisits } from '#lib/query/visits.ts';
import { restoreState } from '#lib/session/restored-values.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { SessionTimeout } from '#features/session/SessionTimeout.tsx';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { PlacesContext, useTrackedPlaces } from '#ui/places.ts';
import { ToastProvider, useToast } from '#ui/ToastProvider.tsx';
import { useThemeMode } from '#ui/use-theme-mode.ts';
import { LiveLink } from './LiveLink.tsx';
import { pageFor } from './routes/areas.ts';

const queryClient = createQueryClient();
forgetOnUserChange(queryClient);

const guardOf = (address: string) => pageFor(address)?.guard;

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
        <PlacesContext value={places}>
          <BuiltPages value={guardOf}>{isRestoring ? <LoadingScreen /> : <Outlet />}</BuiltPages>
        </PlacesContext>
      </ToastProvider>
    </QueryClientProvider>
  );
}

/** The answer to files that are dropped where nothing takes them. */
const STRAY_FILES = 'Files cannot be dropped here. Drop them on the page of a patient or on Upload Document.';

/** Shows 403 errors and misplaced files as toasts, and applies the user's theme. */
function SessionEffects() {
  const toast = useToast();
  const { setMode } = useThemeMode();
  const { theme } = useCurrentUser().preferences;
  useEffect(
    () => forbidden.listen((error) => toast.error(explainError(error, ERRORS.FORBIDDEN.text))),
    [toast],
  );
  useEffect(() => strayFiles.listen(() => toast.info(STRAY_FILES)), [toast]);
  useEffect(() => setMode(theme), [theme, setMode]);
  return null;
}
