import { PAGE_ERROR } from './page-error-text.ts';
import { MessageScreen } from './MessageScreen.tsx';

/** Replaces the whole screen when even the shell failed to render. */
export function ErrorScreen() {
  return <MessageScreen {...PAGE_ERROR} action="Reload" onAction={() => window.location.reload()} />;
}
