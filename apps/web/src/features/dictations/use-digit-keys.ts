import { useEffect, useEffectEvent } from 'react';

/** Where keys are typed or mean something already. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="dialog"]';

/** Calls back with 1–9 when such a key is pressed alone, and not while something is typed or a dialog is open. */
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
