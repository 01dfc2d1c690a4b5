import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, IconButton, InputAdornment, Stack, TextField } from '@mui/material';
import { MAX_SEARCH } from '@portal/domain/list';
import { tooManyCharacters } from '@portal/domain/text';
import { useEffect, useRef } from 'react';
import { useIsShown } from '#lib/session/use-session.ts';
import { useFilterInput } from './use-filter-input.ts';
import { useIsPhone } from './use-screen.ts';

interface SearchBoxProps {
  /** The current search of the list. The input follows changes, such as Back. */
  readonly value: string;
  /** Called by the Search button, Enter and the clear button. */
  readonly onSearch: (search: string) => void;
  /** Label for screen readers, for example "Search patients". */
  readonly label: string;
  readonly placeholder: string;
  /** Focuses the input when the screen opens. */
  readonly focusOnOpen?: boolean;
}

/** A search box that searches on submit, not on every keystroke. */
export function SearchBox({ value, onSearch, label, placeholder, focusOnOpen = false }: SearchBoxProps) {
  const { typed: draft, setTyped: setDraft, noteSent } = useFilterInput(value);
  const input = useRef<HTMLInputElement>(null);
  const isShown = useIsShown();
  const isPhone = useIsPhone();
  useEffect(() => {
    if (focusOnOpen && isShown) input.current?.focus();
  }, [focusOnOpen, isShown]);

  const tooLong = tooManyCharacters(draft, MAX_SEARCH);
  const run = (search: string) => {
    if (search.trim() !== value) noteSent(search.trim());
    onSearch(search);
  };
  const clear = () => {
    setDraft('');
    if (value !== '') run('');
    input.current?.focus();
  };
  return (
    <Box component="search" sx={{ flex: { xs: '1 1 180px', sm: '1 1 280px' }, maxWidth: { sm: 440 } }}>
      <Stack
        component="form"
        direction="row"
        spacing={1}
        onSubmit={(event) => {
          event.preventDefault();
          if (tooLong === null) run(draft);
        }}
      >
        <TextField
          fullWidth
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          placeholder={placeholder}
          inputRef={input}
          error={tooLong !== null}
          helperText={tooLong}
          slotProps={{
            htmlInput: { 'aria-label': label, autoComplete: 'off', enterKeyHint: 'search' },
            input: {
              endAdornment:
                draft === '' && !isPhone ? null : (
                  <InputAdornment position="end">
                    {draft === '' ? null : (
                      <IconButton size="small" edge="end" aria-label="Clear search" onClick={clear}>
                        <ClearIcon fontSize="small" />
                      </IconButton>
                    )}
                    {isPhone ? (
                      <IconButton type="submit" size="small" edge="end" aria-label="Search">
                        <SearchIcon fontSize="small" />
                      </IconButton>
                    ) : null}
                  </InputAdornment>
                ),
            },
          }}
        />
        {isPhone ? null : (
          <Button type="submit" variant="outlined" sx={{ flexShrink: 0 }}>
            Search
          </Button>
        )}
      </Stack>
    </Box>
  );
}
