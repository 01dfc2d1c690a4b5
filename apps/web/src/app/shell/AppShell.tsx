import { Alert, Box, Button, Link } from '@mui/material';
import { waitingCounts } from '@portal/contract/my-work';
import { useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { MessageWatch } from '#features/messages/MessageWatch.tsx';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useLiveState } from '#lib/live/use-live.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { keptDialogs, removeRestored } from '#lib/session/restored-values.ts';
import { useAccess, useCurrentUser, useSession } from '#lib/session/use-session.ts';
import { PrintedPage } from '#ui/PrintedPage.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { TopBarTitle } from '#ui/top-bar-title.ts';
import { HelpPanel } from './HelpPanel.tsx';
import { SideMenu } from './SideMenu.tsx';
import { useOpenedRecord } from './use-opened-record.ts';
import { usePageFocus } from './use-page-focus.ts';
import { usePreload } from './use-preload.ts';
import { usePage } from '../guards/use-page.ts';
import { GuardedPage } from '../guards/GuardedPage.tsx';
import { GoHint } from '../keys/GoHint.tsx';
import { KeysDialog } from '../keys/KeysDialog.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { Palette } from '../palette/Palette.tsx';
import { OpenSearch } from './open-search.ts';
import { TopBar } from './TopBar.tsx';

/** Names the dialogs of this page whose text is kept, because a dialog does not open again when its page does. */
function KeptDialogsNotice() {
  const { pathname, search } = useLocation();
  const { dialogs } = useSyncExternalStore(keptDialogs.subscribe, keptDialogs.get);
  return dialogs
    .filter(({ address }) => address === `${pathname}${search}`)
    .map(({ key, dialog }) => (
      <Alert
        key={key}
        severity="info"
        action={
          <Button color="inherit" size="small" onClick={() => removeRestored(key)}>
            Discard
          </Button>
        }
        sx={{ borderRadius: 0, '@media print': { display: 'none' } }}
      >
        Your text in “{dialog}” was kept. Open it again to continue.
      </Alert>
    ));
}

/** The first Tab stop: skips the menu and moves the focus to the page. Visible only while focused. */
function SkipLink({ target }: { readonly target: RefObject<HTMLElement | null> }) {
  return (
    <Button
      variant="contained"
      onClick={() => target.current?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus-visible)': {
          clipPath: 'inset(50%)',
          width: '1px',
          height: '1px',
          minWidth: 0,
          p: 0,
          overflow: 'hidden',
        },
        '@media print': { display: 'none' },
      }}
    >
      Skip to content
    </Button>
  );
}

/** Tells users by when they must set up 2FA. It can be closed, and comes back at the next sign-in. */
function TwoFactorNotice() {
  const { twoFactorDueAt } = useCurrentUser();
  const { dateTime, practice } = usePracticeTimes();
  const [isClosed, setClosed] = useState(false);
  if (twoFactorDueAt === null || isClosed || practice === undefined) return null;
  return (
    <Alert
      severity="info"
      role="note"
      onClose={() => setClosed(true)}
      sx={{ borderRadius: 0, '@media print': { display: 'none' } }}
    >
      Your role requires two-factor authentication. Set it up in your{' '}
      <Link component={RouterLink} to="/profile">
        profile
      </Link>{' '}
      by {dateTime(twoFactorDueAt)}. After that, the portal opens nothing else until you have done so.
    </Alert>
  );
}

/** Polling interval in milliseconds while the live connection is down. */
const POLL_MS = 60_000;
const COUNTED: readonly string[] = ['Dictation', 'MedicalOrder', 'Timecard'];

/** Keeps the counts in the menu up to date: through the live connection, or by polling while it is down. */
function WaitingWatch() {
  const isLive = useLiveState().status === 'connected';
  // Read again when it opens: the permissions, its key, decide what is counted.
  useEndpointQuery(waitingCounts, {}, { staleTime: 0, refetchInterval: isLive ? false : POLL_MS });
  useLiveRefresh(waitingCounts, {}, ({ entityType }) => COUNTED.includes(entityType));
  return null;
}

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
      {can('Message.View') ? <MessageWatch /> : null}
      <WaitingWatch key={permissions.join()} />
      <SkipLink target={main} />
      <SideMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <PrintedPage title={title} />
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
            <OpenSearch value={openPalette}>
              <GuardedPage />
            </OpenSearch>
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
