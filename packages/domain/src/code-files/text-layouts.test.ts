import { describe, expect, it } from 'vitest';
import { problemsOf, readFileText, refusalOf } from './test/read-file.ts';
import { hcpcsLine, PTP_HEADINGS, SAMPLES } from './test/samples.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const more = (code: string, kind: string, long: string): string =>
  hcpcsLine({ code, sequence: '00200', kind, long }).slice(0, 91).trimEnd();

describe('HCPCS Level II', () => {
  const good = hcpcsLine({ code: 'J1010' });

  it('reads codes and modifiers with their days, and joins the lines of a description', async () => {
    const { layout, rows } = await readFileText(
      lines(
        hcpcsLine({ code: 'XS', kind: '7', long: 'Separate', coverage: ' ', added: '20150101' }),
        more('XS', '8', 'structure'),
        hcpcsLine({
          code: 'J1030',
          long: 'A drug,',
          added: '19820101',
          acted: '20240401',
          ended: '20240331',
          action: 'D',
        }),
        more('J1030', '4', 'per 40'),
        more('J1030', '4', 'milligrams'),
        hcpcsLine({ code: 'D0120', long: 'A dental visit', coverage: ' ', action: ' ' }),
      ),
    );
    expect(layout).toMatchObject({ title: 'CMS, HCPCS Level II', edition: { from: null, to: null } });
    const row = { part: '', validTo: null };
    expect(rows).toEqual([
      {
        line: 1,
        row: {
          ...row,
          code: 'XS',
          validFrom: '2015-01-01',
          facts: { description: 'Separate structure', isModifier: true, coverage: '', action: 'N' },
        },
      },
      {
        line: 3,
        row: {
          ...row,
          code: 'J1030',
          // Not the day of the last action.
          validFrom: '1982-01-01',
          validTo: '2024-03-31',
          facts: { description: 'A drug, per 40 milligrams', isModifier: false, coverage: 'D', action: 'D' },
        },
      },
      {
        line: 6,
        row: {
          ...row,
          code: 'D0120',
          validFrom: '2024-01-01',
          facts: { description: '', isModifier: false, coverage: '', action: '' },
        },
      },
    ]);
  });

  it.each([
    [hcpcsLine({ code: 'J1020', added: '20241301' }), '“20241301” is not a date (YYYYMMDD)'],
    [hcpcsLine({ code: 'J1020', ended: '20230229' }), '“20230229” is not a date (YYYYMMDD)'],
    [hcpcsLine({ code: 'J1020', ended: '20231231' }), 'The code ends before it begins'],
    [hcpcsLine({ code: 'J1020', coverage: '5' }), 'Coverage “5” where a letter is known'],
    [hcpcsLine({ code: 'J1020', kind: '5' }), 'The line has no code with a known kind at position 11'],
    [hcpcsLine({ code: 'J1020', kind: '4' }), 'The line continues another code than the one before'],
    [hcpcsLine({ code: 'J1020' }).slice(0, 280), '280 characters where 293 to 320 are known'],
    [`${hcpcsLine({ code: 'J1020' })}X`, '321 characters where 293 to 320 are known'],
    ['something else', 'The line has no code with a known kind at position 11'],
    [good, 'The code is in the file twice'],
  ])('names what is wrong with %j', async (bad, problem) => {
    const many = Array.from({ length: 300 }, (_, index) => hcpcsLine({ code: `A${index + 1000}` }));
    const { rows } = await readFileText(lines(good, ...many, bad, hcpcsLine({ code: 'V5364' })));
    expect(problemsOf(rows)).toEqual([`302: ${problem}`]);
  });

  it.each([
    [lines(`${good}12345678`, `${good}12345678`), 'lines of 328 characters where 320 are known'],
    [
      lines(hcpcsLine({ code: 'J1010', kind: '1' })),
      'lines of the kind “1” at position 11 where 3, 4, 7 and 8 are known',
    ],
    [lines(good.slice(0, 292)), 'lines of 292 characters where 293 to 320 are known'],
    [
      lines(`${good.slice(0, 100)} ${good.slice(100, 319)}`),
      'the dates are not at the known positions (269 to 292)',
    ],
  ])('refuses another layout', (text, words) =>
    expect(refusalOf(text)).toContain(`HCPCS Level II: ${words}`),
  );

  it('says that the last row is cut', async () => {
    const { rows } = await readFileText(lines(good) + hcpcsLine({ code: 'J1020' }).slice(0, 270));
    expect(problemsOf(rows)).toEqual(['2: The file ends in the middle of this row; download it again']);
  });
});

describe('pairs of procedures (NCCI)', () => {
  const good = '64483\t77003\t\t20110101\t*\t0\tMutually exclusive procedures';

  it('reads the days with the last valid one, the indicator and the reason', async () => {
    const { layout, rows } = await readFileText(SAMPLES['ptp'] ?? '');
    expect(layout.title).toBe('CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners');
    expect(rows[0]).toEqual({
      line: 7,
      pair: {
        column1: '20604',
        column2: '20600',
        validFrom: '1996-01-01',
        validTo: null,
        indicator: 1,
        rationale: 'Mutually exclusive procedures',
      },
    });
    expect(rows[2]).toMatchObject({ pair: { validFrom: '2010-01-01', validTo: '2025-12-31', indicator: 1 } });
  });

  it.each([
    ['6448\t77003\t\t20110101\t*\t0\tx', '“6448” is not a code'],
    ['64483\t7700x\t\t20110101\t*\t0\tx', '“7700x” is not a code'],
    ['64483\t77003\t\t20110132\t*\t0\tx', '“20110132” is not a date (YYYYMMDD)'],
    ['64483\t77003\t\t20110101\t\t0\tx', '“” is not a date (YYYYMMDD)'],
    ['64483\t77003\t\t20110101\t20101231\t0\tx', 'The pair ends before it begins'],
    ['64483\t77003\t\t20110101\t*\t2\tx', 'Modifier indicator “2” where 0, 1 and 9 are known'],
    ['64483\t77003\t\t20110101\t*\t0', '6 cells where 7 are known'],
    ['64483\t77003\t\t20110101\t*\t0\tx\ty', '8 cells where 7 are known'],
    ['64483,77003,,20110101,*,0,x', '1 cell where 7 are known'],
    ['64483\t 77003\t\t20110101\t*\t0\tx', 'The row has spaces where none are known'],
    [PTP_HEADINGS[2] ?? '', 'Another file begins here'],
  ])('names what is wrong with %j', async (bad, problem) => {
    const { rows } = await readFileText(lines(...PTP_HEADINGS, good, bad, good));
    expect(problemsOf(rows)).toEqual([`8: ${problem}`]);
  });

  it.each([
    [
      lines('Column 1\tColumn 2\tEffective Date', good),
      '3 columns where 7 are known; “*=in existence prior to 1996”',
    ],
    [
      lines(...PTP_HEADINGS.map((line, index) => (index === 2 ? `${line}\tState` : `${line}\t`)), good),
      '8 columns where 7 are known; “State” is not known',
    ],
  ])('refuses another layout', (text, words) =>
    expect(refusalOf(text)).toContain(`Pairs of procedures (NCCI): ${words}`),
  );

  it.each(['64483\t77012\t\t2011', '64483\t77012\t\t20110101\t*\t0\tMutually excl'])(
    'says that the last row is cut: %j',
    async (cut) => {
      const { rows } = await readFileText(lines(...PTP_HEADINGS, good, good) + cut);
      expect(problemsOf(rows)).toEqual(['9: The file ends in the middle of this row; download it again']);
    },
  );

  it('reads a last row without a line break', async () => {
    const { rows } = await readFileText(lines(...PTP_HEADINGS, good) + good);
    expect(problemsOf(rows)).toEqual([]);
  });
});

describe('add-on codes as text', () => {
  it('reads types, and the first day on which one of the codes or the pair ends', async () => {
    const { rows } = await readFileText(`A notice\n${SAMPLES['addOnText'] ?? ''}`);
    expect(rows).toEqual([
      {
        line: 2,
        row: { code: '64484', part: '64483', validFrom: '2013-04-01', validTo: null, facts: { type: 1 } },
      },
      {
        line: 3,
        row: { code: '95873', part: '', validFrom: '2013-04-01', validTo: null, facts: { type: 2 } },
      },
      {
        line: 4,
        row: {
          code: '64494',
          part: '64475',
          validFrom: '2010-01-01',
          validTo: '2009-12-31',
          facts: { type: 1 },
        },
      },
    ]);
  });

  it.each([
    ['464484       64483       2013091       ', 'Type “4” where 1, 2 and 3 are known'],
    [
      '1A448x       64483       2013091       ',
      'The line has no add-on code and primary code at the known positions',
    ],
    ['164484       64483       2013366       ', '“2013366” is not a date (YYYYDDD)'],
    ['164484       64483                     ', '“” is not a date (YYYYDDD)'],
    ['164484       CCCCC       2013091       ', 'An add-on code of type 1 without a primary code'],
    ['1644840000000AAAAA       2013091       ', '“AAAAA” is not a code'],
    ['164484       64483       2013091       ', 'The row is in the file twice'],
  ])('names what is wrong with %j', async (bad, problem) => {
    const { rows } = await readFileText(`${SAMPLES['addOnText'] ?? ''}${bad}\n`);
    expect(problemsOf(rows)).toEqual([`4: ${problem}`]);
  });
});

describe('ICD-10-CM', () => {
  it('reads codes with their dot, headings and the long description', async () => {
    const { layout, rows } = await readFileText(SAMPLES['icd10'] ?? '');
    expect(layout).toMatchObject({ title: 'CMS and CDC, ICD-10-CM', edition: { from: null, to: null } });
    const row = { part: '', validFrom: null, validTo: null };
    expect(rows.slice(0, 2)).toEqual([
      { line: 1, row: { ...row, code: 'M54', facts: { description: 'Dorsalgia', isBillable: false } } },
      {
        line: 2,
        row: {
          ...row,
          code: 'M54.16',
          facts: { description: 'Radiculopathy, lumbar region', isBillable: true },
        },
      },
    ]);
  });

  it.each([
    ['00004 Z982    2 Text', 'The columns are not at the known positions'],
    ['00004 Z982   1 Text', 'The columns are not at the known positions'],
    ['00002 Z982    1 Text', 'Another file begins here'],
  ])('names what is wrong with %j', async (bad, problem) => {
    const { rows } = await readFileText(`${SAMPLES['icd10'] ?? ''}${bad}\n`);
    expect(problemsOf(rows)).toEqual([`4: ${problem}`]);
  });

  it('notices that the last chapters are missing', async () => {
    const { rows } = await readFileText('00001 M54     0 Dorsalgia\n00002 M5416   1 Radiculopathy\n');
    expect(problemsOf(rows)).toEqual([
      '2: The file ends with M54.16, before its last chapters; download it again',
    ]);
  });

  it('refuses other positions', () =>
    expect(refusalOf('00001 M5416 1 Radiculopathy\n')).toBe(
      'ICD-10-CM: the columns are not at the known positions',
    ));
});
