import { checkShortcutRows } from '@portal/contract/shortcuts';
import { fillPlaces } from '@portal/domain/shortcuts';
import { starterFile } from '@portal/starter/starter';
import { expect, it } from 'vitest';
import { OWN_SHORTCUTS, PRACTICE_SHORTCUTS } from './shortcuts.ts';

const ALL = [...PRACTICE_SHORTCUTS, ...OWN_SHORTCUTS];

it('has shortcuts that the portal would save', () => {
  expect(checkShortcutRows(ALL, []).flatMap(({ messages }) => messages)).toEqual([]);
  expect(checkShortcutRows(ALL, []).map(({ shortcut }) => shortcut)).toEqual(ALL);
});

it('has places for fields of its templates', () => {
  const fields = new Set(
    starterFile().templates.flatMap(({ content }) =>
      content.sections.flatMap(({ fields: each }) => each.map(({ id }) => id)),
    ),
  );
  const missing: string[] = [];
  for (const { text } of ALL)
    fillPlaces(text, (name) => {
      if (!fields.has(name)) missing.push(name);
      return null;
    });
  expect(missing).toEqual([]);
});
