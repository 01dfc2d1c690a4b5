import { describe, expect, it } from 'vitest';
import { byCategory, digitKeys, newDictationPath, quickStart } from './new-dictation.ts';

const template = (name: string, quickAccessOrder: number | null = null, isDefault = false) => ({
  name,
  quickAccessOrder,
  isDefault,
});
const names = (templates: readonly { readonly name: string }[]) => templates.map(({ name }) => name);

const keyed = (id: string, quickAccessOrder: number | null, createdAt = '2026-01-01T00:00:00Z') => ({
  id,
  quickAccessOrder,
  createdAt,
});

const of = (name: string, categoryName: string | null) => ({ name, categoryName });

describe('template quick start', () => {
  it('lists the default template first, then by quick access order, and the others by name', () => {
    const { tiles, others } = quickStart([
      template('Zygapophyseal'),
      template('Second', 20),
      template('First', 1),
      template('Mine', null, true),
      template('Also', 20),
      template('Bursa'),
    ]);
    expect(names(tiles)).toEqual(['Mine', 'First', 'Also', 'Second']);
    expect(names(others)).toEqual(['Bursa', 'Zygapophyseal']);
  });

  it('shows all templates as tiles when none has a quick access order', () => {
    expect(names(quickStart([template('B'), template('A')]).tiles)).toEqual(['A', 'B']);
    expect(quickStart([]).tiles).toEqual([]);
  });

  it('maps digits to quick access orders regardless of other templates', () => {
    const before = [
      keyed('two', 2),
      keyed('nine', 9),
      keyed('none', null),
      keyed('zero', 0),
      keyed('ten', 10),
    ];
    const keysOf = (templates: typeof before) => [...digitKeys(templates)].map(([key, { id }]) => [key, id]);
    expect(keysOf(before)).toEqual([
      [9, 'nine'],
      [2, 'two'],
    ]);
    const added = [keyed('a one', 1, '2026-02-01T00:00:00Z'), keyed('a two', 2, '2026-02-01T00:00:00Z')];
    expect(keysOf([...added, ...before])).toEqual([...keysOf(before), [1, 'a one']]);
  });

  it('builds the URL of a new dictation', () => {
    const choice = { providerId: 'p', locationId: 'l', sessionDate: '2026-11-21' };
    expect(newDictationPath('t', choice)).toBe(
      '/dictations/new?template=t&providerId=p&locationId=l&date=2026-11-21',
    );
  });

  it('groups templates by category in display order, Uncategorized last', () => {
    const groups = byCategory(
      [of('B', 'Spine'), of('Loose', null), of('A', 'Spine'), of('Knee', 'Joints'), of('New', 'Unknown')],
      [
        { name: 'Joints', displayOrder: 2 },
        { name: 'Spine', displayOrder: 1 },
      ],
    );
    expect(groups.map((group) => [group.name, names(group.templates)])).toEqual([
      ['Spine', ['A', 'B']],
      ['Joints', ['Knee']],
      ['Unknown', ['New']],
      ['Uncategorized', ['Loose']],
    ]);
  });
});
