import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Dialog, IconButton, InputBase, LinearProgress, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { useIsPhone } from '#ui/use-screen.ts';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { PaletteList } from './PaletteList.tsx';
import type { PaletteItem } from './palette-items.ts';
import { MIN_CHARACTERS, usePalette, type PaletteState } from './use-palette.ts';

/** How far the keys move. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** The search of everything, over the page: records, pages and actions. Enter opens the highlighted line. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const listId = useId();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** The text on which Enter was pressed before its answer arrived. */
  const entered = useRef<string | null>(null);
  const open = ({ to }: PaletteItem) => {
    onClose();
    void navigate(to);
  };
  const palette = usePalette((_text, only) => {
    const isEntered = entered.current !== null;
    entered.current = null;
    // With several patients, the wrong one is worse than another keystroke.
    if (isEntered && only !== null) open(only);
  });
  const { text, setText, groups, isLoading } = palette;
  const items = groups.flatMap((group) => group.items);
  // While the answer is awaited, nothing is highlighted: what comes first may change.
  const active = isLoading ? undefined : (items.find(({ id }) => id === chosenId) ?? items[0]);
  const activeId = active === undefined ? undefined : optionId(listId, active);
  useInView(activeId);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (active !== undefined) open(active);
      else if (isLoading) entered.current = text;
    } else if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setChosenId(itemAfter(items, active, step)?.id ?? null);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      fullScreen={isPhone}
      maxWidth="sm"
      transitionDuration={0}
      slotProps={{ paper: { 'aria-label': 'Search', sx: { display: 'flex', ...(!isPhone && TOP) } } }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <SearchIcon aria-hidden color="action" />
        <SearchBox
          listId={listId}
          activeId={activeId}
          isExpanded={items.length > 0}
          text={text}
          onType={(typed) => {
            entered.current = null;
            setChosenId(null);
            setText(typed);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton edge="end" aria-label="Close search" onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Status palette={palette} count={items.length} />
      <PaletteList
        id={listId}
        groups={groups}
        activeId={active?.id}
        optionId={(item) => optionId(listId, item)}
        onChoose={open}
      />
    </Dialog>
  );
}

const TOP = { alignSelf: 'flex-start', mt: '10vh', height: 'min(560px, 70vh)' };

const focus = (input: HTMLInputElement | null) => input?.focus();

const optionId = (listId: string, item: PaletteItem) => `${listId}-${item.id}`;

/** Scrolls to the highlighted line. */
function useInView(activeId: string | undefined): void {
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
}

/** The line that a key moves to. Single steps wrap around at the ends; pages stop there. */
function itemAfter(items: readonly PaletteItem[], from: PaletteItem | undefined, step: number) {
  const at = items.findIndex(({ id }) => id === from?.id);
  const last = items.length - 1;
  const isWrapping = Math.abs(step) === 1 && (at + step < 0 || at + step > last);
  return items[isWrapping ? (step > 0 ? 0 : last) : Math.min(last, Math.max(0, at + step))];
}

interface SearchBoxProps {
  readonly listId: string;
  /** The highlighted line. */
  readonly activeId: string | undefined;
  readonly isExpanded: boolean;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SearchBox({ listId, activeId, isExpanded, text, onType, onKeyDown }: SearchBoxProps) {
  return (
    <InputBase
      fullWidth
      inputRef={focus}
      value={text}
      placeholder={usePlaceholder()}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
      sx={{
        flex: 1,
        minHeight: 56,
        '& input': { textOverflow: 'ellipsis' },
        '& input::placeholder': { fontSize: { xs: '0.8125rem', sm: '1rem' } },
      }}
      inputProps={{
        role: 'combobox',
        'aria-label': 'Search everything',
        'aria-autocomplete': 'list',
        'aria-expanded': isExpanded,
        'aria-controls': listId,
        'aria-activedescendant': activeId,
        autoComplete: 'off',
        spellCheck: false,
        enterKeyHint: 'go',
      }}
    />
  );
}

/** Says that the search is running and what it found: for screen readers, or in place of the results if there are none. */
function Status({ palette, count }: { readonly palette: PaletteState; readonly count: number }) {
  const { text, isLoading, isFailed, tooLong } = palette;
  const isShort = text.trim().length < MIN_CHARACTERS;
  const isShown = isFailed || tooLong !== null || (count === 0 && !isLoading && text.trim() !== '');
  const nothing = isShort
    ? `Type at least ${MIN_CHARACTERS} characters`
    : `Nothing found for “${text.trim()}”`;
  const counted = `${count} ${count === 1 ? 'result' : 'results'}`;
  return (
    <>
      <Box sx={{ height: 2 }}>
        {isLoading ? <LinearProgress aria-label="Searching" sx={{ height: 2 }} /> : null}
      </Box>
      <Typography
        component="output"
        sx={isShown ? { display: 'block', px: 2, py: 3, overflowWrap: 'anywhere' } : visuallyHidden}
        color="textSecondary"
      >
        {isLoading
          ? 'Searching'
          : isFailed
            ? 'The search failed. Type again to retry.'
            : (tooLong ?? (count === 0 ? nothing : counted))}
      </Typography>
    </>
  );
}

/** Names what the user may find. */
function usePlaceholder(): string {
  const { can } = useAccess();
  const kinds = [
    can('Patient.View') ? 'patients' : '',
    can('Order.View') ? 'orders' : '',
    can('Message.View') ? 'messages' : '',
    can('Document.View') ? 'documents' : '',
    'pages',
  ].filter((kind) => kind !== '');
  return `Find ${kinds.join(', ')}…`;
}
