import { useRouteError } from 'react-router';
import { errorWords } from './error-words.ts';
import { MessageScreen } from './MessageScreen.tsx';

/** Stands in place of the whole screen when even the shell failed. */
export function ErrorScreen() {
  return (
    <MessageScreen
      {...errorWords(useRouteError())}
      action="Reload"
      onAction={() => window.location.reload()}
    />
  );
}
