import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { visibleEntries } from '../navigation.ts';
import { focusSearch, moveInList, pressNew, saveForm } from './list-keys.ts';

/** Elements in which letters are input. Buttons, check boxes and radio buttons take none. */
const TAKES_LETTERS = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  ...['textbox', 'combobox', 'listbox', 'menu', 'grid', 'tree', 'application'].map(
    (role) => `[role="${role}"]`,
  ),
].join();
/** Open layers that must be closed first. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

interface KeyActions {
  /** Opens the list of keys. */
  readonly onKeys: () => void;
  /** Opens the search of everything. */
  readonly onSearch: () => void;
}

/**
 * Registers the portal's keys. Letters work only where they are not input, with no dialog or menu open, and can be switched off in
 * the profile. Returns whether "g" was pressed and a letter should follow.
 */
export function useKeys({ onKeys, onSearch }: KeyActions): boolean {
  const navigate = useNavigate();
  const { passes } = useAccess();
  const { letterShortcuts } = useCurrentUser().preferences;
  const [isGoing, setGoing] = useState(false);

  const go = (letter: string): boolean => {
    const entry = visibleEntries(passes).find(({ key }) => key === letter);
    if (entry !== undefined) void navigate(entry.path);
    return entry !== undefined;
  };
  const pressLetter = (key: string): boolean => {
    if (isGoing) {
      setGoing(false);
      return go(key);
    }
    switch (key) {
      case '?':
        onKeys();
        return true;
      case '/':
        if (!focusSearch()) onSearch();
        return true;
      case 'g':
        setGoing(true);
        return true;
      case 'j':
        return moveInList(1);
      case 'k':
        return moveInList(-1);
      case 'n':
        return pressNew();
      default:
        return false;
    }
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isTyping = event.target instanceof Element && event.target.closest(TAKES_LETTERS) !== null;
    const hasLayer = document.querySelector(LAYERS) !== null;
    if (!event.repeat && isCommand(event, 'k') && !hasLayer) {
      event.preventDefault();
      onSearch();
    } else if (!event.repeat && isCommand(event, 'Enter')) {
      if (saveForm()) event.preventDefault();
    } else if (event.ctrlKey || event.altKey || event.metaKey) {
      setGoing(false);
    } else if (event.key !== 'Shift') {
      const isFree = letterShortcuts && !isTyping && !hasLayer && (!event.repeat || /^[jk]$/.test(event.key));
      if (isFree && pressLetter(event.key)) event.preventDefault();
      else setGoing(false);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    const stopGoing = () => setGoing(false);
    document.addEventListener('keydown', listen);
    document.addEventListener('keydown', saveFirst, true);
    document.addEventListener('pointerdown', stopGoing);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener('keydown', saveFirst, true);
      document.removeEventListener('pointerdown', stopGoing);
    };
  }, []);
  return isGoing;
}

/** Elements that use Ctrl+Enter themselves: rich text editors make a line break of it, and selects open their list. */
const USES_ENTER = '[contenteditable="true"], [role="combobox"]:not(input)';

/** Ctrl+Enter in such an element of a form. */
function saveFirst(event: KeyboardEvent): void {
  if (!isCommand(event, 'Enter') || event.isComposing || event.repeat) return;
  if (!(event.target instanceof Element) || event.target.closest(USES_ENTER) === null) return;
  if (!saveForm()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whether this is a key with Ctrl, or Command on a Mac, and no other modifier. */
function isCommand(event: KeyboardEvent, key: string): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === key;
}
