import { useRouteError } from 'react-router';
import { pageErrorText } from './page-error-text.ts';
import { MessageScreen } from './MessageScreen.tsx';

/** Replaces the whole screen when even the shell failed to render. */
export function ErrorScreen() {
  return (
    <MessageScreen
      {...pageErrorText(useRouteError())}
      action="Reload"
      onAction={() => window.location.reload()}
    />
  );
}
