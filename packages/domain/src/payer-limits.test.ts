import { describe, expect, it } from 'vitest';
import { limitNotice, limitProblem } from './payer-limit-text.ts';
import {
  codeListText,
  countLimits,
  expectLimits,
  firstDayFor,
  firstDayOf,
  reliefPercent,
  type LimitNote,
  type PayerLimit,
} from './payer-limits.ts';

const EPIDURAL: PayerLimit = {
  name: 'Lumbar epidural',
  payer: 'Medicare',
  policy: 'L33906',
  codes: '62322, 62323, 64483, 64484',
  withModifier: null,
  withoutModifier: null,
  sessions: 4,
  months: 12,
  earlierCodes: null,
  earlierModifier: null,
  minimumRelief: 0,
  isBySide: false,
  validFrom: null,
  validTo: null,
};
const ABLATION: PayerLimit = {
  ...EPIDURAL,
  name: 'Lumbar radiofrequency ablation',
  policy: 'L38803',
  codes: '64635, 64636',
  sessions: 2,
  months: 0,
  earlierCodes: '64493, 64494',
  earlierModifier: 'KX',
  minimumRelief: 80,
};

/** A note from "2026-02-03 62323-KX 64484": its day and lines; "?" for an unsigned one, "=80%" for its relief. */
function note(text: string, at = 0): LimitNote {
  const [day = '', ...parts] = text.split(' ');
  const relief = parts.find((part) => part.startsWith('='))?.slice(1) ?? null;
  return {
    dictationId: `note-${at}`,
    procedureDate: day,
    isSigned: !parts.includes('?'),
    lines: parts
      .filter((part) => /^\d/.test(part))
      .map((part) => {
        const [code = '', ...modifiers] = part.split('-');
        return { code, modifiers: modifiers.join(',') };
      }),
    relief,
  };
}
const problemsOf = (limit: PayerLimit, own: string, ...others: readonly string[]) => {
  const { procedureDate, lines } = note(own);
  return countLimits([limit], { procedureDate, lines, notes: others.map(note) }).map(limitProblem);
};
const countOf = (limit: PayerLimit, own: string, ...others: readonly string[]) => {
  const { procedureDate, lines } = note(own);
  return countLimits([limit], { procedureDate, lines, notes: others.map(note) })[0]?.earlier.length;
};

it.each([
  [12, '2027-02-10', '2026-02-11'],
  [12, '2025-02-28', '2024-02-29'],
  [12, '2028-02-29', '2027-03-01'],
  [1, '2026-03-31', '2026-03-01'],
  [6, '2026-08-31', '2026-03-01'],
  [12, '2026-01-01', '2025-01-02'],
])('%i months that end on %s begin on %s', (months, day, first) => {
  expect(firstDayOf(months, day)).toBe(first);
  expect(
    firstDayFor(
      [
        { ...EPIDURAL, months },
        { ...EPIDURAL, months: 1 },
      ],
      day,
    ),
  ).toBe(first);
  expect(firstDayFor([{ ...EPIDURAL, months }, ABLATION], day)).toBeNull();
});

describe('at most four sessions in twelve months', () => {
  const FOUR = ['2026-02-03 62323', '2026-05-05 64483', '2026-07-07 62322', '2026-09-09 64483 64484'];

  it('finds the fifth', () => {
    expect(problemsOf(EPIDURAL, '2026-11-20 62323', ...FOUR)).toEqual([
      'This is the fifth lumbar epidural session since 02/03/2026. Medicare L33906 pays at most four in 12 months.',
    ]);
    expect(problemsOf(EPIDURAL, '2026-11-20 62323', ...FOUR.slice(1))).toEqual([null]);
    expect(problemsOf(EPIDURAL, '2026-11-20 20610', ...FOUR)).toEqual([]);
  });

  it.each([
    ['the last day of the months', '2027-02-02 62323', ['2026-02-03 62323'], 1],
    ['a year ago', '2027-02-03 62323', ['2026-02-03 62323'], 0],
    ['a leap day, seen from February 28', '2025-02-28 62323', ['2024-02-29 62323'], 1],
    ['February 28, seen from a leap day', '2028-02-29 62323', ['2027-02-28 62323'], 0],
    ['March 1, seen from a leap day', '2028-02-29 62323', ['2027-03-01 62323'], 1],
    ['another note of the same day', '2026-11-20 62323', ['2026-11-20 64483'], 0],
    ['two notes of one day', '2026-11-20 62323', ['2026-11-02 64483', '2026-11-02 62323'], 1],
    ['a later note', '2026-11-20 62323', ['2026-11-21 62323'], 0],
    ['an unsigned note', '2026-11-20 62323', ['2026-11-02 62323 ?'], 0],
    ['a note of another region', '2026-11-20 62323', ['2026-11-02 62321'], 0],
    ['only an additional level', '2026-11-20 62323', ['2026-11-02 64484'], 1],
    ['a code in other letters', '2026-11-20 62323', ['2026-11-02 62323-kx'], 1],
  ])('counts %s', (_, own, others, count) => {
    expect(countOf(EPIDURAL, own, ...others)).toBe(count);
  });

  it('says which notes do not count because they are unsigned', () => {
    expect(problemsOf(EPIDURAL, '2026-11-20 62323', ...FOUR, '2026-11-01 62323 ?')).toEqual([
      'This is the fifth lumbar epidural session since 02/03/2026. Medicare L33906 pays at most four in 12 months.' +
        ' Not counted: unsigned dictation of 11/01/2026.',
    ]);
  });

  it('counts only on the days of the rule', () => {
    const dated = { ...EPIDURAL, sessions: 0, validFrom: '2021-12-12', validTo: '2026-11-20' };
    expect(problemsOf(dated, '2021-12-11 62323')).toEqual([]);
    expect(problemsOf(dated, '2021-12-12 62323')).toHaveLength(1);
    expect(problemsOf(dated, '2026-11-20 62323')).toHaveLength(1);
    expect(problemsOf(dated, '2026-11-21 62323')).toEqual([]);
  });
});

describe('modifiers', () => {
  const joint = { ...EPIDURAL, name: 'Sacroiliac injection', policy: 'L39402', codes: '27096, 64451' };
  const diagnostic = { ...joint, withModifier: 'KX', sessions: 2, months: 0 };
  const therapeutic = { ...joint, withoutModifier: 'KX' };
  it.each([
    [diagnostic, '2026-11-20 27096-KX-RT', 1],
    [diagnostic, '2026-11-20 27096-RT', undefined],
    [therapeutic, '2026-11-20 27096-RT', 2],
    [therapeutic, '2026-11-20 27096-KX', undefined],
  ])('tell sessions apart: %#', (limit, own, count) => {
    const others = ['2024-01-05 27096-KX-50', '2026-06-01 27096', '2026-07-01 64451-50'];
    expect(countOf(limit, own, ...others)).toBe(count);
  });
});

it('counts each side separately', () => {
  const bySide = { ...EPIDURAL, name: 'Knee injection', codes: '20610', sessions: 1 };
  const sides = { ...bySide, isBySide: true };
  const earlier = ['2026-10-01 20610-RT'];
  expect(problemsOf(bySide, '2026-11-20 20610-LT', ...earlier)).toEqual([expect.any(String)]);
  expect(problemsOf(sides, '2026-11-20 20610-LT', ...earlier)).toEqual([null]);
  const right =
    'This is the second knee injection session on the right since 10/01/2026. Medicare L33906 pays at most one in 12 months.';
  expect(problemsOf(sides, '2026-11-20 20610-RT', ...earlier)).toEqual([right]);
  expect(problemsOf(sides, '2026-11-20 20610-50', ...earlier)).toEqual([null, right]);
  expect(problemsOf(sides, '2026-11-20 20610-LT 20610-RT', ...earlier)).toEqual([null, right]);
  // A line that names no side can be either.
  expect(problemsOf(sides, '2026-11-20 20610-RT', '2026-10-01 20610')).toEqual([right]);
});

describe('a procedure that needs earlier sessions', () => {
  const FIRST =
    'Medicare L38803 pays for lumbar radiofrequency ablation after two sessions of 64493 or 64494 with modifier KX and at least 80% relief. ';
  it.each([
    [[], `${FIRST}Found: none.`],
    [['2026-09-01 64493-KX =85%'], `${FIRST}Found: 09/01/2026.`],
    [['2026-09-01 64493-KX =85%', '2026-09-15 64493-KX =80'], null],
    [['2026-09-01 64493-KX =85%', '2026-09-15 64493-KX =79%'], `${FIRST}Found: 09/01/2026.`],
    [['2026-09-01 64493-KX =85%', '2026-09-15 64493 =90%'], `${FIRST}Found: 09/01/2026.`],
    [['2026-09-01 64493-KX =85%', '2026-11-20 64493-KX =90%'], `${FIRST}Found: 09/01/2026.`],
    [
      ['2026-09-01 64493-KX =85%', '2026-09-15 64493-KX'],
      `${FIRST}Found: 09/01/2026 and 09/15/2026. Confirm the relief after 09/15/2026: it is not in the note.`,
    ],
    [['2026-09-01 64493-KX =85% ?'], `${FIRST}Found: none. Not counted: unsigned dictation of 09/01/2026.`],
    // A repeat, which has other conditions.
    [['2024-09-01 64635'], null],
  ])('after %j', (others, problem) => {
    expect(problemsOf(ABLATION, '2026-11-20 64635', ...others)).toEqual([problem]);
  });
});

it.each([
  ['80%', 80],
  ['80', 80],
  ['more than 80 %', 80],
  ['75–100%', 75],
  ['50 to 70 percent', 50],
  ['Nearly all', null],
  ['8/10', null],
  ['150', null],
  ['', null],
  [null, null],
])('reads the relief %j as %j', (text, percent) => {
  expect(reliefPercent(text)).toBe(percent);
});

const noticesOf = (
  limits: readonly PayerLimit[],
  own: string,
  codes: readonly string[],
  ...others: readonly string[]
) => {
  const { procedureDate, lines } = note(own);
  return expectLimits(limits, { procedureDate, lines, notes: others.map(note) }, new Set(codes)).map(
    (count) => [limitNotice(count), count.status],
  );
};
const epidurals = (...others: readonly string[]) => noticesOf([EPIDURAL], '2026-11-20', ['62323'], ...others);

describe('before the procedure is chosen', () => {
  it('says the number of the session', () => {
    expect(epidurals()).toEqual([[null, 'paid']]);
    expect(epidurals('2026-02-03 62323', '2026-04-01 64483')).toEqual([
      ['Third lumbar epidural since 02/2026 (at most 4 in 12 months: Medicare L33906)', 'paid'],
    ]);
    expect(epidurals('2026-02-03 62323', '2026-04-01 64483', '2026-06-01 62323')[0]?.[1]).toBe('last');
    expect(epidurals('2026-10-03 62323 ?')).toEqual([
      [
        'First lumbar epidural in 12 months (at most 4 in 12 months: Medicare L33906). Not counted: unsigned dictation of 10/03/2026.',
        'paid',
      ],
    ]);
  });

  it('knows rules of the template’s codes and of the note’s, until a line decides', () => {
    const diagnostic = { ...EPIDURAL, withModifier: 'KX' };
    const therapeutic = { ...EPIDURAL, withoutModifier: 'KX' };
    const both = [diagnostic, therapeutic];
    expect(noticesOf(both, '2026-11-20', ['20610'])).toEqual([]);
    expect(noticesOf(both, '2026-11-20', ['62323'])).toHaveLength(2);
    expect(noticesOf(both, '2026-11-20 62323', [])).toHaveLength(1);
    expect(noticesOf(both, '2026-11-20 62323-KX', ['62323'])).toHaveLength(1);
  });

  it('says what must come first', () => {
    expect(noticesOf([ABLATION], '2026-11-20', ['64635'], '2026-09-01 64493-KX =85%')).toEqual([
      [expect.stringContaining('Found: 09/01/2026.'), 'unpaid'],
    ]);
  });
});

it('stores codes in one way', () => {
  expect(codeListText(' 62322;62323,64483 62322 j1010')).toBe('62322, 62323, 64483, J1010');
});
