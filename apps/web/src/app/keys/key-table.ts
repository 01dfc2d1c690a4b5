import type { NavigationEntry } from '../navigation.ts';

/** A key, or several, and what it does. */
export interface KeyEntry {
  readonly keys: string;
  readonly label: string;
}

/** Keys that belong together. */
export interface KeyGroup {
  readonly title: string;
  readonly entries: readonly KeyEntry[];
}

/** All keys of the portal except those of single pages. The `?` dialog shows them and the user guide lists them. */
export const KEY_GROUPS = [
  {
    title: 'Anywhere',
    entries: [
      { keys: 'Ctrl+K', label: 'Search everything, or go to any page' },
      { keys: 'Ctrl+Enter', label: 'Save the form, from any of its fields' },
      { keys: 'Esc', label: 'Close the dialog, menu or search' },
      { keys: '/', label: 'Search on this page, or everything' },
      { keys: '?', label: 'Show the keys; press it again for help' },
    ],
  },
  {
    title: 'In a list',
    entries: [
      { keys: 'j', label: 'Next row' },
      { keys: 'k', label: 'Previous row' },
      { keys: 'Enter', label: 'Open the row' },
      { keys: 'n', label: 'New record' },
    ],
  },
] as const satisfies readonly KeyGroup[];

/** The keys that open the areas of the menu: `g`, then a letter. */
export const areaKeys = (entries: readonly NavigationEntry[]): KeyGroup => ({
  title: 'Go to',
  entries: entries.flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: `g ${key}`, label }])),
});
