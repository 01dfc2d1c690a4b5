import { useEffect, useEffectEvent } from 'react';
import { useRegisteredKeys } from '#lib/keys/page-keys.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';

/** Elements that handle digit keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="dialog"]';

const DIGIT_KEYS = [{ keys: '1 to 9', label: 'Start the template with this number' }];

/**
 * Calls `onDigit` when a digit key 1–9 is pressed alone, except while the user is typing or a dialog is open, or has switched
 * single keys off.
 */
export function useDigitKeys(onDigit: (digit: number) => void): void {
  const { letterShortcuts } = useCurrentUser().preferences;
  useRegisteredKeys(DIGIT_KEYS);
  const press = useEffectEvent(onDigit);
  useEffect(() => {
    if (!letterShortcuts) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS) !== null) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      press(Number(event.key));
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [letterShortcuts]);
}
