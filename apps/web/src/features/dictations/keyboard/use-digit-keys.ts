import { useEffect, useEffectEvent } from 'react';

/** Elements that handle digit keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="dialog"]';

/** Calls `onDigit` when a digit key 1–9 is pressed alone, except while the user is typing or a dialog is open. */
export function useDigitKeys(onDigit: (digit: number) => void): void {
  const press = useEffectEvent(onDigit);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS) !== null) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      press(Number(event.key));
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
