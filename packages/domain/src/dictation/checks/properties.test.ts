import { assert, constantFrom, date, integer, property, record, subarray, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKnownModifier } from '../../codes/modifiers.ts';
import { primariesOf } from '../../codes/add-on-codes.ts';
import { unitLimit } from '../../codes/unit-limits.ts';
import { sideModifier } from '../../template/modifiers.ts';
import { contentOf } from '../../template/test/content-of.ts';
import { findingsOf, type CheckedDictation, type CheckedLine, type SigningCheck } from '../signing-checks.ts';
import { checkedDictation, checkedLine, IN_CATALOG } from './test/checked-dictation.ts';

const LEVELS = ['L2-L3', 'L3-L4', 'L4-L5', 'L5-S1'];
const content = contentOf(
  { id: 'side', type: 'radio', options: ['Left', 'Right', 'Bilateral'] },
  { id: 'level', type: 'checkbox', options: LEVELS },
  { id: 'sedation', type: 'radio', options: ['None', 'Moderate IV'] },
  { id: 'steroid' },
);
const PROCEDURES = [
  ['64483', '64484'],
  ['64493', '64494'],
  ['64635', '64636'],
] as const;
const STEROIDS = [
  ['Triamcinolone', 'J3301', 10],
  ['Dexamethasone', 'J1100', 1],
  ['Methylprednisolone', 'J1010', 1],
] as const;

/** An ordinary note: one or two levels on a side or both, a steroid with its units, and sedation or none. */
const good = record({
  side: constantFrom('Left', 'Right', 'Bilateral'),
  level: subarray(LEVELS, { minLength: 1, maxLength: 2 }),
  codes: constantFrom(...PROCEDURES),
  steroid: constantFrom(...STEROIDS),
  milligrams: integer({ min: 1, max: 8 }).map((tens) => tens * 10),
  isSedated: constantFrom(true, false),
}).map(({ side, level, codes: [first, further], steroid: [name, drug, size], milligrams, isSedated }) => {
  const own = side === 'Bilateral' ? '50' : side === 'Left' ? 'LT' : 'RT';
  const entered = {
    side,
    level,
    steroid: `${name} ${milligrams} mg`,
    sedation: isSedated ? 'Moderate IV' : 'None',
  };
  const lines = [
    `${first}-${own}`,
    ...(level.length === 2 ? [`${further}-${own}`] : []),
    `${drug}*${milligrams / size}`,
    ...(isSedated ? ['99152'] : []),
    'M54.16',
  ];
  return { entered, lines, own, first, drug };
});
const checksOf = (
  entered: Record<string, string | string[]>,
  lines: readonly string[],
  change: Partial<CheckedDictation> = {},
) =>
  new Set(
    findingsOf(
      checkedDictation({ content, entered }, { lines: lines.map((text) => checkedLine(text)), ...change }),
    ).map(({ check }) => check),
  );
const only = (...checks: readonly SigningCheck[]) => new Set(checks);

describe('ordinary notes', () => {
  it('have no findings', () => {
    assert(
      property(good, ({ entered, lines }) => {
        expect(checksOf(entered, lines)).toEqual(only());
      }),
    );
  });

  it('have one for 50 instead of the side, which one click corrects', () => {
    const oneSided = good.filter(({ own }) => own !== '50');
    assert(
      property(oneSided, ({ entered, lines, own }) => {
        const wrong = lines.map((line) => line.replace(`-${own}`, '-50'));
        expect(checksOf(entered, wrong)).toEqual(only('oneSided50'));
        const found = findingsOf(
          checkedDictation({ content, entered }, { lines: wrong.map((text) => checkedLine(text)) }),
        );
        const side = entered.side === 'Left' ? 'left' : 'right';
        expect(found.every(({ useSide }) => useSide === sideModifier(side))).toBe(true);
      }),
    );
  });

  it('have one for the other side, and for one side of two', () => {
    assert(
      property(good, ({ entered, lines, own }) => {
        const other = own === 'LT' ? 'RT' : 'LT';
        expect(
          checksOf(
            entered,
            lines.map((line) => line.replace(`-${own}`, `-${other}`)),
          ),
        ).toEqual(only('sideOfLine'));
      }),
    );
  });

  it('have one for an add-on code whose primary code is gone', () => {
    const two = good.filter(({ entered }) => entered.level.length === 2);
    assert(
      property(two, ({ entered, lines, first, own }) => {
        expect(
          checksOf(
            entered,
            lines.filter((line) => !line.startsWith(first)),
          ),
        ).toEqual(only('addOnCode'));
        const further = lines.find((line) => primariesOf(line.split('-')[0] ?? '') !== undefined) ?? '';
        expect(
          checksOf(
            entered,
            lines.filter((line) => line !== further),
          ),
        ).toEqual(only('levelCodes'));
        expect(own).not.toBe('');
      }),
    );
  });

  it('have one for an amount that is not the note’s, and for another drug', () => {
    assert(
      property(good, integer({ min: 3, max: 9 }), ({ entered, lines, drug }, times) => {
        const levels = entered.level.length;
        const wrong = lines.map((line) => {
          const [code, units] = line.split('*');
          // Never a multiple of sides and levels.
          return code === drug ? `${code}*${Number(units) * (times * 4 + 1) * levels}` : line;
        });
        expect(checksOf(entered, wrong).has('drugOfNote')).toBe(true);
        const others = STEROIDS.filter(([, code]) => code !== drug);
        for (const [name] of others)
          expect(checksOf({ ...entered, steroid: `${name} 40 mg` }, lines)).toEqual(only('drugOfNote'));
      }),
    );
  });

  it('have one for sedation that was not given, guidance that is included, and a visit without 25', () => {
    assert(
      property(good, ({ entered, lines }) => {
        const sedated = [...new Set([...lines, '99152'])];
        expect(checksOf({ ...entered, sedation: 'None' }, sedated)).toEqual(only('sedation'));
        expect(checksOf(entered, [...lines, '77003'])).toEqual(only('includedGuidance'));
        expect(checksOf(entered, [...lines, '99213'])).toEqual(only('visit25'));
        expect(checksOf(entered, [...lines, '99213-25'])).toEqual(only());
        const visit = {
          code: '99213',
          modifiers: '',
          lineType: 'evaluation',
          units: 1,
          providerId: null,
        } as const;
        expect(checksOf(entered, lines, { otherLines: [visit] })).toEqual(only('visit25'));
        expect(checksOf(entered, lines, { otherLines: [{ ...visit, modifiers: '25' }] })).toEqual(only());
      }),
    );
  });

  it('have one for modifiers that are not published, and none for those that are', () => {
    const modifier = string({ minLength: 2, maxLength: 3 }).map((text) => text.toUpperCase());
    const typed = modifier.filter((text) => /^[0-9A-Z]{2,3}$/u.test(text));
    assert(
      property(good, typed, ({ entered, lines }, some) => {
        const [first = '', ...others] = lines;
        const found = checksOf(entered, [`${first}-${some}`, ...others]);
        expect(found.has('unknownModifier')).toBe(!isKnownModifier(some));
      }),
    );
  });

  it('have one for each code that the catalog does not offer on the day', () => {
    assert(
      property(good, integer({ min: 0, max: 9 }), ({ entered, lines }, which) => {
        const place = which % lines.length;
        const foundWith = (change: Partial<CheckedLine>) => {
          const checked = lines.map((text, at) => checkedLine(text, at === place ? change : {}));
          return findingsOf(checkedDictation({ content, entered }, { lines: checked })).map(
            ({ check, lineIndex }) => `${check} ${lineIndex}`,
          );
        };
        expect(foundWith({ catalog: { ...IN_CATALOG, status: 'missing' } })).toEqual([
          `unknownCode ${place}`,
        ]);
        expect(foundWith({ catalog: { ...IN_CATALOG, status: 'inactive' } })).toEqual([
          `unknownCode ${place}`,
        ]);
        expect(foundWith({ validTo: '2026-11-22' })).toEqual([`codeDates ${place}`]);
        expect(foundWith({ validFrom: '2026-11-24' })).toEqual([`codeDates ${place}`]);
        expect(foundWith({ validFrom: '2026-11-23', validTo: '2026-11-23' })).toEqual([]);
      }),
    );
  });

  it('can be signed from their own day until a year later without a question', () => {
    const day = date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }).map(
      (moment) => moment.toISOString().slice(0, 10),
    );
    assert(
      property(good, day, ({ entered, lines }, procedureDate) => {
        const found = checksOf(entered, lines, { procedureDate });
        expect(found.has('procedureDay')).toBe(procedureDate > '2026-11-23');
        expect(found.has('oldDay')).toBe(procedureDate < '2025-11-23');
      }),
    );
  });

  it('have one for units above a published limit only', () => {
    assert(
      property(
        constantFrom('64483', 'J3301', 'J1100', 'J0585', '64484', 'J1010'),
        integer({ min: 1, max: 999 }),
        (code, units) => {
          const found = checksOf({}, ['64483', `${code}*${units}`].slice(code === '64483' ? 1 : 0));
          expect(found.has('manyUnits')).toBe(units > (unitLimit(code) ?? 999));
        },
      ),
    );
  });
});
