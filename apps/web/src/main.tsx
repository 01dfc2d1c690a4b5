// First, before any module reads the storage or builds a schema.
import './site-data.ts';
import './no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { PortalPart } from '#app/load-portal.tsx';
import { preload } from '#app/preload.ts';
import { ErrorBoundary } from '#app/screens/ErrorBoundary.tsx';
import { reportError } from '#app/screens/page-error-text.ts';
import { preventStrayFiles } from '#lib/files/stray-files.ts';
import { installPlainPaste } from '#lib/plain-paste.ts';
import { session } from '#lib/portal.ts';
import { installTranslatedText } from '#lib/translated-text.ts';
import { STORAGE_KEYS } from '@portal/domain/session';
import { AppThemeProvider } from '#ui/AppThemeProvider.tsx';

installPlainPaste(document);
preventStrayFiles(window);
installTranslatedText(document);
window.addEventListener('storage', (event) => void session.handleStorage(event));

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root, { onCaughtError: reportError, onUncaughtError: reportError }).render(
  <StrictMode>
    <AppThemeProvider>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </AppThemeProvider>
  </StrictMode>,
);

void session.start();
// While the server is asked about the session, the code behind it is already on its way.
if (localStorage.getItem(STORAGE_KEYS.token) !== null) void preload(PortalPart.preload);
