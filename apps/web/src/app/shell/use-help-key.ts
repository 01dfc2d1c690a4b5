import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { helpPathFor } from '../help-path.ts';

/** Elements that handle the key themselves. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';
/** Open layers that must be closed first. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Opens the help for the current page with the "?" key, except while the user is typing or a dialog or menu is open. */
export function useHelpKey(): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const open = useEffectEvent(() => void navigate(helpPathFor(pathname)));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.repeat) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS) !== null) return;
      if (document.querySelector(LAYERS) !== null) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
