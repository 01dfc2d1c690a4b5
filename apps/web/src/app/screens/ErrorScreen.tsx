import { useRouteError } from 'react-router';
import { errorWords } from './error-words.ts';
import { MessageScreen } from './MessageScreen.tsx';

/** Replaces the whole screen when even the shell failed to render. */
export function ErrorScreen() {
  return (
    <MessageScreen
      {...errorWords(useRouteError())}
      action="Reload"
      onAction={() => window.location.reload()}
    />
  );
}
