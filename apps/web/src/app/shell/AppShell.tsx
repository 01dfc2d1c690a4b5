import Box from '@mui/material/Box';
import { useRef, useState } from 'react';
import { MessageWatch } from '#features/messages/MessageWatch.tsx';
import { useAccess } from '#lib/session/use-session.ts';
import { useHelpKey } from './use-help-key.ts';
import { useOpenedRecord } from './use-opened-record.ts';
import { usePageFocus } from './use-page-focus.ts';
import { usePreload } from './use-preload.ts';
import { GuardedPage } from '../guards/GuardedPage.tsx';
import { SideMenu } from './SideMenu.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';

/** The main layout: side menu, top bar and the page. */
export function AppShell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { can } = useAccess();
  usePageFocus(main);
  usePreload();
  useHelpKey();
  useOpenedRecord();
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      {can('Message.View') ? <MessageWatch /> : null}
      <SkipLink target={main} />
      <SideMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <TopBar onMenu={() => setMenuOpen(true)} />
        <Box ref={main} component="main" tabIndex={-1} sx={{ flex: 1, outline: 'none' }}>
          <GuardedPage />
        </Box>
      </Box>
    </Box>
  );
}
