/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select cannot be shown while the focus stays in a text */
import { Box, Paper, Popper } from '@mui/material';
import { shortcutList } from '@portal/contract/shortcuts';
import { usableShortcuts, type TextShortcut } from '@portal/domain/shortcuts';
import { counted } from '@portal/domain/text';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { caretRect } from '#lib/caret-rect.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { writingFieldOf } from '#ui/form/writing-field.ts';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { useShortcutPicker, type Offer } from './use-shortcut-picker.ts';

const NONE: readonly TextShortcut[] = [];
/** Shortcuts change rarely, and what the user changes is loaded at once. */
const STALE_MS = 600_000;

/** Offers the user's shortcuts in every text where one writes. */
export function ShortcutPicker() {
  const shortcuts = useEndpointQuery(shortcutList, {}, { enabled: useIsWriting(), staleTime: STALE_MS });
  const all = shortcuts.data?.shortcuts;
  const usable = useMemo(() => usableShortcuts(all ?? NONE), [all]);
  const { offer, said, choose } = useShortcutPicker(usable);
  const listId = useId();
  useDescribedField(offer, listId);
  const hint =
    offer === null ? said : `${counted(offer.shortcuts.length, 'text shortcut')}. Enter inserts one.`;
  return (
    <>
      {offer === null ? null : <OfferList id={listId} offer={offer} onChoose={choose} />}
      <Box component="output" sx={visuallyHidden}>
        {hint}
      </Box>
    </>
  );
}

/** Whether the user is typing in a text where one writes: opening a page asks for nothing more. */
function useIsWriting(): boolean {
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    const begin = ({ target }: Event) => {
      if (writingFieldOf(target) !== null) setWriting(true);
    };
    const end = ({ target }: Event) => {
      if (writingFieldOf(target) === null) setWriting(false);
    };
    document.addEventListener('input', begin);
    document.addEventListener('focusin', end);
    return () => {
      document.removeEventListener('input', begin);
      document.removeEventListener('focusin', end);
    };
  }, []);
  return isWriting;
}

const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** Tells screen readers of the list and its active option, while the focus stays in the text. */
function useDescribedField(offer: Offer | null, listId: string): void {
  const element = offer?.field.element;
  const active = offer?.active ?? 0;
  useEffect(() => {
    if (element === undefined) return undefined;
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': optionId(listId, active),
    };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
    };
  }, [element, active, listId]);
}

interface OfferListProps {
  readonly id: string;
  readonly offer: Offer;
  readonly onChoose: (offer: Offer, shortcut: TextShortcut) => void;
}

function OfferList({ id, offer, onChoose }: OfferListProps) {
  const { field, typed, shortcuts, active } = offer;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const option = list.current?.children[active];
    // Only if the list is higher than its room.
    if (list.current !== null && list.current.scrollHeight > list.current.clientHeight)
      option?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const anchor = {
    contextElement: field.element,
    getBoundingClientRect: () => caretRect(field.element, typed.start),
  };
  return (
    <Popper
      open
      anchorEl={anchor}
      placement="bottom-start"
      // Screen readers see nothing outside of an open dialog. Its edge must not cut the list.
      container={field.element.closest('[role="dialog"], main')}
      popperOptions={{ strategy: 'fixed' }}
      sx={{ zIndex: 'tooltip' }}
    >
      <Paper
        elevation={8}
        component="ul"
        ref={list}
        id={id}
        role="listbox"
        aria-label="Text shortcuts"
        // The list closes when something else is pressed.
        onPointerDown={(event) => event.nativeEvent.stopPropagation()}
        onMouseDown={(event) => event.preventDefault()}
        sx={{
          m: 0,
          p: 0.5,
          listStyle: 'none',
          width: 'min(420px, calc(100vw - 32px))',
          maxHeight: '45vh',
          overflowY: 'auto',
          border: 1,
          borderColor: 'divider',
        }}
      >
        {shortcuts.map((shortcut, index) => (
          <Option
            key={shortcut.name}
            id={optionId(id, index)}
            shortcut={shortcut}
            isActive={index === active}
            onChoose={() => onChoose(offer, shortcut)}
          />
        ))}
      </Paper>
    </Popper>
  );
}

interface OptionProps {
  readonly id: string;
  readonly shortcut: TextShortcut;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Option({ id, shortcut: { name, text, isPractice }, isActive, onChoose }: OptionProps) {
  return (
    // The keys are those of the text, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <Box
      component="li"
      id={id}
      role="option"
      aria-selected={isActive}
      translate="no"
      onClick={onChoose}
      sx={{
        minHeight: { xs: 44, md: 36 },
        px: 1.5,
        py: 0.5,
        borderRadius: 1,
        cursor: 'pointer',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        typography: 'body2',
        '&[aria-selected="true"]': {
          bgcolor: 'action.selected',
          outline: '1px solid',
          outlineColor: 'primary.main',
        },
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <b>.{name}</b>
      <Box
        component="span"
        sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {text.replaceAll(/\s+/gu, ' ')}
      </Box>
      {isPractice ? (
        <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
          Practice
        </Box>
      ) : null}
    </Box>
  );
}
