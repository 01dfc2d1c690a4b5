import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { Button, IconButton, InputAdornment, Stack, TextField } from '@mui/material';
import { MAX_SEARCH } from '@portal/domain/list';
import { tooManyCharacters } from '@portal/domain/text';
import { useEffect, useRef, useState } from 'react';
import { useIsShown } from '#lib/session/use-session.ts';
import { useIsPhone } from './use-screen.ts';

/** Delay in milliseconds after the last keystroke. */
const PAUSE_MS = 300;
/** Minimum length of a search. */
const MIN_LENGTH = 2;

interface LiveSearchBoxProps {
  /** The current search of the list. The input follows changes, such as Back. */
  readonly value: string;
  /** Called when typing pauses, with at least two characters or none, on Enter and by the Search button. */
  readonly onSearch: (search: string) => void;
  /** Label for screen readers, for example "Search titles". */
  readonly label: string;
  readonly placeholder: string;
  /** Focuses the input when the screen opens. */
  readonly focusOnOpen?: boolean;
  /** Shows a Search button beside the input. */
  readonly hasButton?: boolean;
}

/** A search box that searches while typing. */
export function LiveSearchBox({
  value,
  onSearch,
  label,
  placeholder,
  focusOnOpen = false,
  hasButton = false,
}: LiveSearchBoxProps) {
  const { draft, setDraft, tooLong, searchAtOnce } = useTypedSearch(value, onSearch);
  const input = useRef<HTMLInputElement>(null);
  const isShown = useIsShown();
  const isPhone = useIsPhone();
  const hasIcon = hasButton && isPhone;
  useEffect(() => {
    if (focusOnOpen && isShown) input.current?.focus();
  }, [focusOnOpen, isShown]);
  return (
    <Stack
      component="search"
      direction="row"
      spacing={1}
      sx={{ flex: { xs: '1 1 180px', sm: hasButton ? '1 1 300px' : '1 1 220px' }, maxWidth: { sm: 440 } }}
    >
      <TextField
        fullWidth
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) searchAtOnce();
        }}
        placeholder={placeholder}
        inputRef={input}
        error={tooLong !== null}
        helperText={tooLong}
        slotProps={{
          htmlInput: { 'aria-label': label, autoComplete: 'off', enterKeyHint: 'search' },
          input: {
            startAdornment: hasIcon ? null : (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
            endAdornment:
              draft === '' && !hasIcon ? null : (
                <InputAdornment position="end">
                  {draft === '' ? null : (
                    <IconButton
                      size="small"
                      edge="end"
                      aria-label="Clear search"
                      onClick={() => {
                        setDraft('');
                        input.current?.focus();
                      }}
                    >
                      <ClearIcon fontSize="small" />
                    </IconButton>
                  )}
                  {hasIcon ? (
                    <IconButton size="small" edge="end" aria-label="Search" onClick={searchAtOnce}>
                      <SearchIcon fontSize="small" />
                    </IconButton>
                  ) : null}
                </InputAdornment>
              ),
          },
        }}
      />
      {hasButton && !isPhone ? (
        <Button variant="outlined" sx={{ flexShrink: 0, alignSelf: 'flex-start' }} onClick={searchAtOnce}>
          Search
        </Button>
      ) : null}
    </Stack>
  );
}

/** The text of the box, which searches when typing pauses or at once. */
function useTypedSearch(value: string, onSearch: (search: string) => void) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  // The last search of this box. When the list catches up with it, newer input is kept.
  const [asked, setAsked] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value !== asked) {
      setAsked(value);
      setDraft(value);
    }
  }
  const tooLong = tooManyCharacters(draft, MAX_SEARCH);
  const wanted = tooLong === null ? searchOf(draft, asked) : asked;
  useEffect(() => {
    if (wanted === asked) return undefined;
    const timer = setTimeout(() => {
      setAsked(wanted);
      onSearch(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked, onSearch]);
  const searchAtOnce = () => {
    const now = draft.trim();
    if (now === asked || tooLong !== null) return;
    setAsked(now);
    onSearch(now);
  };
  return { draft, setDraft, tooLong, searchAtOnce };
}

/** One character is searched only on Enter. */
function searchOf(typed: string, asked: string): string {
  const text = typed.trim();
  return text === asked || Array.from(text).length >= MIN_LENGTH ? text : '';
}
