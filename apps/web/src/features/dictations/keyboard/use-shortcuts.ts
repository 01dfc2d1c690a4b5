import { useEffect, useEffectEvent } from 'react';
import { useRegisteredKeys } from '#lib/keys/page-keys.ts';

/** A keyboard shortcut. On a Mac, Command works like Ctrl. */
export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

/** The shortcuts as shown to users. */
export const KEYS = {
  draft: 'Ctrl+S',
  finish: 'Ctrl+Shift+Enter',
  finishNext: 'Ctrl+Alt+Enter',
  print: 'Ctrl+P',
  edit: 'F2',
  patient: 'F4',
  form: 'F7',
  codes: 'F8',
  missing: 'F9',
  previous: 'Alt+PageUp',
  next: 'Alt+PageDown',
  help: 'F1',
} as const;

/** Formats a keyboard event like the entries of `KEYS`. */
export function keysOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return [
    ctrlKey || metaKey ? 'Ctrl' : '',
    altKey ? 'Alt' : '',
    shiftKey ? 'Shift' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter((part) => part !== '')
    .join('+');
}

/**
 * Registers the shortcuts of a screen. They run before its fields and the browser, but not while a dialog is open. Other keys are
 * left to the browser.
 */
export function useShortcuts(keys: readonly Shortcut[]): void {
  useRegisteredKeys(keys);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.repeat) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
    const pressed = keysOf(event);
    const found = keys.find((key) => key.keys === pressed);
    if (found === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    found.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
