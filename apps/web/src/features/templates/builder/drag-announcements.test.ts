import type { Active, Over } from '@dnd-kit/core';
import { expect, it } from 'vitest';
import { TWO_SECTIONS } from '../test/template-fixtures.ts';
import { arrangementOf, partsOf } from './arrangement.ts';
import { dragAnnouncements } from './drag-events.ts';

const arrangement = arrangementOf(TWO_SECTIONS);
const said = dragAnnouncements(partsOf(TWO_SECTIONS), arrangement);
const rect = { width: 0, height: 0, top: 0, left: 0, right: 0, bottom: 0 };
const active = (id: string): Active => ({
  id,
  data: { current: {} },
  rect: { current: { initial: null, translated: null } },
});
const over = (id: string): Over => ({ id, data: { current: {} }, rect, disabled: false });

it('names the parts and their places, never IDs', () => {
  const [first, second] = arrangement;
  const [side = '', note = ''] = first?.fields ?? [];
  const level = second?.fields[0] ?? '';
  expect(said.onDragStart({ active: active(side) })).toBe('Picked up field Side');
  expect(said.onDragOver({ active: active(side), over: over(note) })).toBe(
    'field Side: position 2 of 2 in Section 1',
  );
  expect(said.onDragOver({ active: active(side), over: over(level) })).toBe(
    'field Side: position 1 of 2 in Section 2',
  );
  expect(said.onDragOver({ active: active(side), over: null })).toBeUndefined();
  expect(said.onDragOver({ active: active(first?.key ?? ''), over: over(second?.key ?? '') })).toBe(
    'section Section 1: position 2 of 2',
  );
  expect(said.onDragEnd({ active: active(side), over: over(note) })).toBeUndefined();
  expect(said.onDragCancel({ active: active(side), over: null })).toBe('field Side was not moved');
});
