import { LOAD_TEXTS } from '#lib/code/load-error.ts';
import { createLazyPart, type Failure } from '#ui/create-lazy-part.tsx';
import { MessageScreen } from './screens/MessageScreen.tsx';

/** The part of the portal that requires sign-in. While it loads, the sign-in screen stays. */
export const PortalPart = createLazyPart(async () => (await import('./PortalApp.tsx')).PortalApp, {
  failed: (failure) => <PortalFailure {...failure} />,
});

function PortalFailure({ error, isRetrying, onRetry }: Failure) {
  const { title, text, reloads } = LOAD_TEXTS[error.reason];
  return (
    <MessageScreen
      title={title}
      text={text}
      action={reloads ? 'Reload' : 'Retry'}
      isBusy={isRetrying}
      onAction={reloads ? () => window.location.reload() : onRetry}
    />
  );
}
