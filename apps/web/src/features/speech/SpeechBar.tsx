import MicIcon from '@mui/icons-material/Mic';
import {
  Box,
  Button,
  FormControlLabel,
  GlobalStyles,
  LinearProgress,
  Paper,
  Stack,
  Switch,
  Typography,
} from '@mui/material';
import { COMMAND_TEXTS } from '@portal/domain/speech/commands';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { TextElement } from '#lib/insert-text.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import type { SpeechControl } from './speech-control.ts';
import type { SpeechState } from './speech-machine.ts';
import { PACK_FAILED, type Speech } from './use-speech.ts';

type Pack = Speech['pack'];

interface SpeechBarProps {
  readonly control: SpeechControl;
  readonly commands: Speech['commands'];
  readonly pack: Pack;
}

/** Says in which text the portal listens, with the provisional words, and what could not be done. */
export function SpeechBar({ control, commands, pack }: SpeechBarProps) {
  const state = useSyncExternalStore(control.subscribe, control.get);
  const isActive = state.phase !== 'idle';
  const hasNews = state.notice !== null || state.leftOver !== '';
  if (!isActive && !hasNews && pack.state === null) return null;
  return (
    // Inside a dialog, because nothing behind it can be reached.
    <InDialogOf element={state.field?.element ?? document.activeElement}>
      <Paper component="section" aria-label="Speech" data-speech elevation={8} sx={BAR}>
        {pack.state === null ? null : <LanguagePackRow pack={pack} />}
        {isActive ? <ListeningRow state={state} control={control} commands={commands} /> : null}
        {state.notice === null ? null : (
          <Typography role="alert" variant="body2" sx={{ fontWeight: 600 }}>
            {state.notice}
          </Typography>
        )}
        {state.leftOver === '' ? null : <LeftOver words={state.leftOver} />}
        {!isActive && hasNews ? (
          <Button
            size="small"
            onClick={() => control.close()}
            sx={{ alignSelf: 'flex-end', minHeight: { xs: 44, md: 32 } }}
          >
            Close
          </Button>
        ) : null}
      </Paper>
    </InDialogOf>
  );
}

function InDialogOf({
  element,
  children,
}: {
  readonly element: Element | null;
  readonly children: ReactNode;
}) {
  return createPortal(children, element?.closest('[role="dialog"]') ?? document.body);
}

interface ListeningRowProps {
  readonly state: SpeechState;
  readonly control: SpeechControl;
  readonly commands: Speech['commands'];
}

const PHASES = { idle: '', starting: 'Starting', listening: 'Listening', stopping: 'Stopping' } as const;

/** The text keeps the focus and its caret. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

function ListeningRow({ state, control, commands }: ListeningRowProps) {
  const below = commands.isOn ? BELOW_LONG : BELOW;
  return (
    <>
      {state.field === null ? null : (
        <TextInSight key={below.html.scrollPaddingTop} element={state.field.element} below={below} />
      )}
      <Box sx={ROW}>
        <MicIcon color="error" aria-hidden />
        <Typography component="output" sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}>
          {PHASES[state.phase]} in {state.field?.label ?? ''}
        </Typography>
        <FormControlLabel
          label="Commands"
          onMouseDown={keepFocus}
          control={
            <Switch size="small" checked={commands.isOn} onChange={(_event, isOn) => commands.set(isOn)} />
          }
          sx={{ gridArea: 'commands', mx: 0, minHeight: { xs: 44, md: 0 } }}
        />
        <Button
          variant="contained"
          size="small"
          aria-keyshortcuts="Escape"
          disabled={state.phase === 'stopping'}
          onMouseDown={keepFocus}
          onClick={() => control.stop()}
          sx={{ gridArea: 'stop', minHeight: { xs: 44, md: 32 } }}
        >
          Stop
        </Button>
        <Typography
          color="textSecondary"
          aria-hidden
          sx={{ gridArea: 'words', minHeight: 24, overflowWrap: 'anywhere', fontStyle: 'italic' }}
        >
          {state.provisional}
        </Typography>
      </Box>
      {commands.isOn ? (
        <Typography variant="body2" color="textSecondary">
          Say “{commands.word}” first: {COMMAND_TEXTS.join(', ')}.
        </Typography>
      ) : null}
    </>
  );
}

interface TextInSightProps {
  readonly element: TextElement;
  readonly below: typeof BELOW | typeof BELOW_LONG;
}

/** The bar does not cover the text. */
function TextInSight({ element, below }: TextInSightProps) {
  useEffect(() => {
    // Not returned: browsers return a promise.
    element.scrollIntoView({ block: 'nearest' });
  }, [element]);
  return <GlobalStyles styles={below} />;
}

/** On phones, the words are beside the switch. */
const ROW = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 1,
  gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) auto auto' },
  gridTemplateAreas: {
    xs: '"microphone label stop" "words words commands"',
    md: '"microphone label commands stop" "words words words words"',
  },
} as const;
const BELOW = { html: { scrollPaddingTop: 176 } };
const BELOW_LONG = { html: { scrollPaddingTop: 248 } };

/** Words that could not be written. */
function LeftOver({ words }: { readonly words: string }) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography variant="body2" sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        Not written: {words}
      </Typography>
      <CopyButton text={words} label="Copy" />
    </Stack>
  );
}

function LanguagePackRow({ pack }: { readonly pack: Pack }) {
  if (pack.state === 'loading')
    return (
      <Box>
        <Typography component="output">Loading the language pack. You can go on typing.</Typography>
        <LinearProgress aria-label="Loading the language pack" sx={{ mt: 1 }} />
      </Box>
    );
  if (pack.state === 'asking')
    return (
      <>
        <Typography>
          To recognize speech on this device, the browser loads a language pack for English once. What you say
          stays on this device.
        </Typography>
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={pack.close}>Not now</Button>
          <Button variant="contained" onClick={pack.load}>
            Load
          </Button>
        </Stack>
      </>
    );
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <Typography component="output" sx={{ flex: 1 }}>
        {pack.state === 'loaded' ? 'Speech is ready. Press Alt+M or the microphone of a text.' : PACK_FAILED}
      </Typography>
      <Button onClick={pack.close}>Close</Button>
    </Stack>
  );
}

const BAR = {
  position: 'fixed',
  // On phones, over the top bar: the text has more room.
  top: { xs: 4, sm: 68 },
  left: '50%',
  transform: 'translateX(-50%)',
  width: 'min(720px, calc(100vw - 16px))',
  maxHeight: '40vh',
  overflowY: 'auto',
  // Above dialogs, so that it is seen wherever one speaks.
  zIndex: 'snackbar',
  display: 'flex',
  flexDirection: 'column',
  gap: 0.5,
  px: 2,
  py: 1,
  border: 2,
  borderColor: 'error.main',
  '@media print': { display: 'none' },
} as const;
