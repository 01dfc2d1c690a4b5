import { describe, expect, it } from 'vitest';
import { problemsOf, readFileText, refusalOf } from './test/read-file.ts';
import {
  ADD_ON_HEADINGS,
  ASP_HEADINGS,
  FEE_HEADINGS,
  FEE_HEADINGS_BEFORE_2026,
  feeBanner,
  feeRow,
  MUE_HEADINGS,
  SAMPLES,
} from './test/samples.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const CUT = 'The file ends in the middle of this row; download it again';

describe('the physician fee schedule', () => {
  const banner = feeBanner('2026 National Physician Fee Schedule Relative Value File July Release');
  const INDICATORS = '0,010,0.00,0.00,0.00,2,1,1,0,0';

  it('reads the indicators and no description', async () => {
    const { layout, rows } = await readFileText(SAMPLES['feeSchedule'] ?? '');
    expect(layout).toMatchObject({
      title: 'CMS, National Physician Fee Schedule Relative Value File',
      edition: { from: '2026-07-01', to: '2026-09-30' },
    });
    expect(rows[0]).toEqual({
      line: 6,
      row: {
        code: '64483',
        part: '',
        validFrom: null,
        validTo: null,
        facts: {
          status: 'A',
          pcTc: '0',
          globalDays: '000',
          multiple: '2',
          bilateral: 1,
          assistant: '1',
          coSurgeons: '0',
          team: '0',
        },
      },
    });
    expect(rows[2]).toMatchObject({ row: { code: '76942', part: '26' } });
    expect(JSON.stringify(rows)).not.toContain('AMA');
  });

  it('reads the 31 columns of the years before 2026', async () => {
    const { layout, rows } = await readFileText(
      lines(
        ...feeBanner('2019 National Physician Fee Schedule Relative Value File October Release'),
        ...FEE_HEADINGS_BEFORE_2026,
        feeRow('64640,,(AMA),A', INDICATORS, false),
      ),
    );
    expect(layout.edition).toEqual({ from: '2019-10-01', to: '2019-12-31' });
    expect(rows).toMatchObject([
      { row: { code: '64640', facts: { globalDays: '010', bilateral: 1, team: '0' } } },
    ]);
  });

  it.each([
    ['2026 National Physician Fee Schedule Relative Value File', null],
    ['2026 National Physician Fee Schedule Relative Value File January Release', '2026-01-01'],
    ['2026 National Physician Fee Schedule Relative Value File  APRIL release', '2026-04-01'],
    ['Fees of 2026', null],
  ])('takes the edition from the banner %j', async (text, from) => {
    const { layout } = await readFileText(
      lines(...feeBanner(text), ...FEE_HEADINGS, feeRow('64640,,x,A', INDICATORS)),
    );
    expect(layout.edition.from).toBe(from);
  });

  it.each([
    [feeRow('640,,x,A', INDICATORS), '“640” is not a code'],
    [feeRow('64640,5,x,A', INDICATORS), '“5” is not a modifier'],
    [feeRow('64640,,x,', INDICATORS), 'Indicator “” where one sign is known'],
    [feeRow('64640,,x,A', '0,10,0.00,0.00,0.00,2,1,1,0,0'), 'Global days “10” where three signs are known'],
    [
      feeRow('64640,,x,A', '0,010,0.00,0.00,0.00,2,4,1,0,0'),
      'Bilateral indicator “4” where 0, 1, 2, 3, 9 are known',
    ],
    ['64640,,x,A', 'The row has fewer cells than the header'],
    [FEE_HEADINGS[1] ?? '', 'Another file begins here'],
  ])('names what is wrong with %j', async (bad, problem) => {
    const good = feeRow('64640,,x,A', INDICATORS);
    const { rows } = await readFileText(lines(...banner, ...FEE_HEADINGS, good, good, bad, good));
    expect(problemsOf(rows)).toContain(`8: ${problem}`);
  });

  it('says that the last row is cut', async () => {
    const row = feeRow('64640,,x,A', INDICATORS);
    const { rows } = await readFileText(lines(...banner, ...FEE_HEADINGS, row) + row.slice(0, -3));
    expect(problemsOf(rows)).toEqual([`7: ${CUT}`]);
  });

  it.each([
    [
      FEE_HEADINGS.map((line, index) => `${line},${index === 0 ? 'NEW' : 'FLAG'}`),
      '33 columns where 31 or 32 are known; “NEW FLAG” is not known',
    ],
    [FEE_HEADINGS.map((line) => line.replace(/,(BILAT|SURG)/, '')), '“BILAT SURG” is missing'],
    [
      FEE_HEADINGS.map((line) => line.replace('MULT,BILAT', 'BILAT,MULT')),
      '“MULT PROC”, “BILAT SURG” are missing',
    ],
    [
      FEE_HEADINGS.map((line) => line.replace('GLOB,PRE', 'PRE,GLOB').replace('DAYS,OP', 'OP,DAYS')),
      'Another order of the columns: column 15 is “PRE OP” where “GLOB DAYS” is known',
    ],
  ])('refuses another layout', (headings, words) =>
    expect(refusalOf(lines(...banner, ...headings, feeRow('64640,,x,A', INDICATORS)))).toMatch(
      new RegExp(`^Physician fee schedule: .*${words.replaceAll(/[()]/g, '.')}`),
    ),
  );

  it('refuses the file for participants of advanced payment models', () => {
    const row = feeRow('64640,,x,A', INDICATORS).replace('33.4009', '33.5675');
    expect(refusalOf(lines(...banner, ...FEE_HEADINGS, row))).toContain(
      'Choose the file with nonQPP in its name',
    );
  });
});

describe('unit limits (MUE)', () => {
  it('reads units, and the adjudication by its first digit', async () => {
    const { layout, rows } = await readFileText(
      lines(
        ...MUE_HEADINGS,
        'J1040,0,3 Date of Service Edit: Clinical,Drug',
        'J3301,"1,600",1 Line Edit,"A, B"',
      ),
    );
    expect(layout.title).toBe('CMS, Medicare NCCI Medically Unlikely Edits for practitioners');
    expect(rows).toMatchObject([
      { line: 6, row: { code: 'J1040', facts: { units: 0, adjudication: 3, rationale: 'Drug' } } },
      { line: 7, row: { code: 'J3301', facts: { units: 1600, adjudication: 1, rationale: 'A, B' } } },
    ]);
  });

  it.each([
    ['2055,1,3 Date,Why', '“2055” is not a code'],
    ['20552,,3 Date,Why', '“” is not a number of units'],
    ['20552,one,3 Date,Why', '“one” is not a number of units'],
    ['20552,1,4 Other,Why', 'Adjudication indicator “4 Other” where 1, 2 and 3 are known'],
    ['20552,1,3 Date,Why,More', 'The row has more cells than the header'],
  ])('names what is wrong with %j', async (bad, problem) => {
    const good = '20553,1,3 Date,Why';
    const { rows } = await readFileText(lines(...MUE_HEADINGS, good, bad, good));
    expect(problemsOf(rows)).toEqual([`7: ${problem}`]);
  });

  it('says that the reason of the last row is cut', async () => {
    const { rows } = await readFileText(
      lines(...MUE_HEADINGS, '20552,1,3 Date,Nature') + '20553,1,3 Date,Nat',
    );
    expect(problemsOf(rows)).toEqual([`7: ${CUT}`]);
  });

  it.each([
    ['Outpatient Hospital Services', 'the file for outpatient hospitals. Choose the one for practitioners'],
    ['DME Supplier Services', 'the file for suppliers of equipment (DME). Choose the one for practitioners'],
    ['Practitioner', '“Practitioner Services MUE Values” is missing; “Practitioner MUE Values” is not known'],
  ])('refuses the values of %s', (whose, words) => {
    const headings = MUE_HEADINGS.map((line) => line.replace('Practitioner Services', whose));
    expect(refusalOf(lines(...headings, '20552,1,3 Date,Why'))).toContain(words);
  });
});

describe('add-on codes as a workbook', () => {
  it('reads its headings with and without the kind of the dates', async () => {
    const { rows } = await readFileText(SAMPLES['addOn'] ?? '');
    const other = (SAMPLES['addOn'] ?? '').replaceAll(/DT(?=,)/g, 'DT (Julian)');
    expect((await readFileText(other)).rows).toEqual(rows);
    expect(rows[1]).toMatchObject({ row: { code: '95873', part: '', facts: { type: 2 } } });
  });

  it('refuses another layout', () => {
    const text = lines(ADD_ON_HEADINGS[0] ?? '', 'AOC_Edit_Type,Primary_Code,Add-On_Code', '1,64483,64484');
    expect(refusalOf(text)).toContain('Add-on codes: 3 columns where 8 are known; “AOC_DelDT”');
  });
});

describe('the crosswalk of drugs', () => {
  it('reads packages, their units and the quarter', async () => {
    const text = lines(...ASP_HEADINGS, 'J1010,x,Labs,99900010001,Drug A,1 MG,1,1,80,"1,080"');
    const { layout, rows } = await readFileText(text.replace(',NDC,', ',NDC2,'));
    expect(layout).toMatchObject({
      title: 'CMS, ASP NDC-HCPCS Crosswalk',
      edition: { from: '2026-07-01', to: '2026-09-30' },
    });
    const facts = { drug: 'Drug A', dosage: '1 MG', billingUnits: 1080 };
    expect(rows).toMatchObject([{ line: 4, row: { code: 'J1010', part: '99900-0100-01', facts } }]);
  });

  it.each([
    ['J101,x,Labs,99900-0100-01,A,1 MG,1,1,80,80', '“J101” is not a code'],
    ['J1010,x,Labs,,A,1 MG,1,1,80,80', '“” is not an NDC'],
    ['J1010,x,Labs,99900-0100-01,A,1 MG,1,1,80,0', '“0” is not a number of units in a package'],
    ['J1010,x,Labs,99900-0100-01,A,1 MG,1,1,80,', '“” is not a number of units in a package'],
  ])('names what is wrong with %j', async (bad, problem) => {
    const good = 'J1100,x,Labs,99900-0200-01,B,1 MG,1,1,5,5';
    const { rows } = await readFileText(lines(...ASP_HEADINGS, good, bad, good));
    expect(problemsOf(rows)).toEqual([`5: ${problem}`]);
  });

  it('refuses the NOC crosswalk by its columns, too', () => {
    const headings =
      'Drug Generic Name,LABELER NAME,NDC or ALTERNATE ID,Drug Name,Dosage,PKG SIZE,PKG QTY,BILLUNITS,BILLUNITSPKG';
    expect(refusalOf(lines(headings, 'A,Labs,99900-0100-01,A,1 MG,1,1,1,1'))).toContain(
      'Drug prices: 9 columns where 10',
    );
  });

  it.each(['AWP', 'OPPS', 'PrEP', 'NOC'])('refuses the %s crosswalk of the same download', (other) => {
    const text = lines(...ASP_HEADINGS, 'J1010,x,L,99900-0100-01,A,1 MG,1,1,80,80').replace('ASP', other);
    expect(refusalOf(text)).toContain(`this is the ${other} crosswalk. Choose the ASP NDC-HCPCS crosswalk`);
  });
});
