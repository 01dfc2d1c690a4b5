import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { MessageWatch } from '#features/messages/MessageWatch.tsx';
import { useAccess, useSession } from '#lib/session/use-session.ts';
import { PrintedPage } from '#ui/PrintedPage.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { TopBarTitle } from '#ui/top-bar-title.ts';
import { HelpPanel } from './HelpPanel.tsx';
import { KeptDialogsNotice } from './KeptDialogsNotice.tsx';
import { useOpenedRecord } from './use-opened-record.ts';
import { TwoFactorNotice } from './TwoFactorNotice.tsx';
import { usePageFocus } from './use-page-focus.ts';
import { usePreload } from './use-preload.ts';
import { usePage } from '../guards/use-page.ts';
import { GuardedPage } from '../guards/GuardedPage.tsx';
import { GoHint } from '../keys/GoHint.tsx';
import { KeysDialog } from '../keys/KeysDialog.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { Palette } from '../palette/Palette.tsx';
import { SideMenu } from './SideMenu.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';
import { WaitingWatch } from './WaitingWatch.tsx';

/** The main layout: side menu, top bar and the page. */
export function AppShell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const helpButton = useRef<HTMLButtonElement>(null);
  const { can } = useAccess();
  const { permissions } = useSession();
  const title = usePage()?.title ?? PRODUCT_TITLE;
  const closeHelp = () => {
    setHelpOpen(false);
    helpButton.current?.focus();
  };
  usePageFocus(main);
  usePreload();
  const [isKeysOpen, setKeysOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const openPalette = () => setPaletteOpen(true);
  const isGoing = useKeys({ onKeys: () => setKeysOpen(true), onSearch: openPalette });
  useOpenedRecord();
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <PrintedPage title={title} />
      {can('Message.View') ? <MessageWatch /> : null}
      <WaitingWatch key={permissions.join()} />
      <SkipLink target={main} />
      <SideMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <TopBar
          onMenu={() => setMenuOpen(true)}
          onSearch={openPalette}
          onKeys={() => setKeysOpen(true)}
          isHelpOpen={isHelpOpen}
          helpButton={helpButton}
          onHelp={() => (isHelpOpen ? closeHelp() : setHelpOpen(true))}
        />
        <Box ref={main} component="main" tabIndex={-1} sx={{ flex: 1, outline: 'none' }}>
          <TwoFactorNotice />
          <KeptDialogsNotice />
          <TopBarTitle value={title}>
            <GuardedPage />
          </TopBarTitle>
        </Box>
      </Box>
      {isGoing ? <GoHint /> : null}
      <KeysDialog open={isKeysOpen} onClose={() => setKeysOpen(false)} />
      {isPaletteOpen ? <Palette onClose={() => setPaletteOpen(false)} /> : null}
      {isHelpOpen ? <HelpPanel onClose={closeHelp} /> : null}
    </Box>
  );
}
