import { describe, expect, it } from 'vitest';
import { orderDefaults, orderValues } from './order-values.ts';
import { contentOf } from './test/content-of.ts';

const ORDER = { side: 'Right', levels: ['L4-L5', 'L5-S1'], codes: ['64635'], locationName: 'Main' };
const LEVELS = ['L3–L4', 'L4–L5', 'L5–S1'];

describe('what a note takes from its order', () => {
  it('is the values of its sources, without those that the order lacks', () => {
    expect(orderValues(ORDER)).toEqual({
      'order.side': 'Right',
      'order.levels': ['L4-L5', 'L5-S1'],
      'order.codes': ['64635'],
      'order.place': 'Main',
    });
    expect(orderValues({ side: null, levels: [], codes: [], locationName: null })).toEqual({});
  });

  const side = { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'] } as const;
  const levels = { id: 'levels', label: 'Levels', type: 'checkbox', options: LEVELS } as const;

  it('fills in side and levels, however the hyphens and letters are written', () => {
    expect(orderDefaults(contentOf(side, levels), orderValues(ORDER))).toEqual({
      side: 'Right',
      levels: ['L4–L5', 'L5–S1'],
    });
    const lower = { ...ORDER, side: 'right', levels: ['l4 - l5'] };
    expect(orderDefaults(contentOf(side, levels), orderValues(lower))).toEqual({
      side: 'Right',
      levels: ['L4–L5'],
    });
  });

  it('fills in a single level only if the order has no other', () => {
    const content = contentOf({ id: 'level', label: 'Level', type: 'select', options: LEVELS });
    expect(orderDefaults(content, orderValues(ORDER))).toEqual({});
    expect(orderDefaults(content, orderValues({ ...ORDER, levels: ['L5-S1'] }))).toEqual({ level: 'L5–S1' });
  });

  it('leaves values that are no option, text fields, boxes without options, and other fields', () => {
    const content = contentOf(
      { ...side, options: ['Left'] },
      { id: 'level', label: 'Level', type: 'text' },
      { id: 'levels', label: 'Levels', type: 'checkbox' },
      { ...side, id: 'other_side' },
    );
    expect(orderDefaults(content, orderValues({ ...ORDER, levels: ['L5-S1'] }))).toEqual({});
  });
});
