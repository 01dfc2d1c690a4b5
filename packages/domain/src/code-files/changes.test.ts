import { describe, expect, it } from 'vitest';
import { catalogChanges, type CatalogUse, type RuleUse } from './changes.ts';
import type { CodeFileKind } from './kinds.ts';
import type { Edition, Official, OfficialCode } from './official.ts';
import { knownOn, standingOf } from './standing.ts';
import { noteChanges, ruleChanges } from './use-changes.ts';

const DAY = '2026-11-28';
const edition = (kind: CodeFileKind, validFrom = '2026-10-01'): Edition => ({
  kind,
  title: `CMS ${kind}`,
  validFrom,
  validTo: null,
});
const code = (name: string, facts: Partial<OfficialCode> = {}): OfficialCode => ({
  code: name,
  hcpcs: null,
  feeSchedule: null,
  mue: null,
  addOn: null,
  icd10: null,
  ...facts,
});
const drug = (name: string, validFrom: string, validTo: string | null, description = 'Injection, 1 mg') =>
  code(name, {
    hcpcs: { description, isModifier: false, coverage: 'C', action: 'N', validFrom, validTo },
  });
const FEES = {
  status: 'A',
  pcTc: '0',
  globalDays: '000',
  multiple: '2',
  bilateral: 1,
  assistant: '1',
  coSurgeons: '0',
  team: '0',
} as const;
const procedure = (name: string, facts: Partial<OfficialCode> = {}) =>
  code(name, { feeSchedule: FEES, ...facts });
const diagnosis = (name: string, isBillable: boolean) =>
  code(name, { icd10: { description: 'Pain', isBillable, longerCode: null } });
const official = (kinds: readonly CodeFileKind[], ...codes: OfficialCode[]): Official => ({
  editions: kinds.map((kind) => edition(kind)),
  codes,
  pairs: [],
});
const known = (kinds: readonly CodeFileKind[], ...codes: OfficialCode[]) =>
  knownOn(DAY, official(kinds, ...codes));

const use = (name: string, values: Partial<CatalogUse> = {}): CatalogUse => ({
  id: `id-${name}`,
  code: name,
  codeType: /^[A-Z]\d\d/u.test(name) && !/^[A-V]\d{4}$/u.test(name) ? 'ICD10' : 'CPT',
  description: 'Description',
  version: 3,
  lineType: 'procedure',
  bilateralIndicator: 1,
  unitSize: null,
  unit: null,
  isBillable: true,
  validFrom: null,
  validTo: null,
  ruleCount: 0,
  noteCount: 0,
  ...values,
});
const drugUse = (name: string, values: Partial<CatalogUse> = {}) =>
  use(name, { lineType: 'drug', bilateralIndicator: 9, unitSize: 1, unit: 'mg', ...values });
const ruleUse = (name: string, values: Partial<RuleUse> = {}): RuleUse => {
  const { codeType, description } = use(name);
  return {
    ruleId: 'rule',
    version: 5,
    templateId: 'template',
    templateName: 'Epidural',
    ruleName: 'Side is Left',
    billingCodeId: `id-${name}`,
    code: name,
    codeType,
    description,
    count: null,
    templateCodes: new Set([name]),
    ...values,
  };
};

describe('what an edition changes in the catalog', () => {
  it('is nothing without files, for codes of the practice, and for values that are the same', () => {
    expect(catalogChanges([use('64483'), drugUse('J1010')], known([]))).toEqual([]);
    const all = known(
      ['hcpcs', 'feeSchedule', 'icd10'],
      procedure('64483'),
      drug('J1010', '2024-04-01', null),
    );
    const same = [use('64483'), drugUse('J1010', { validFrom: '2024-04-01' }), use('TRIAL'), use('0001U')];
    expect(catalogChanges(same, all)).toEqual([]);
  });

  it('proposes the dates of the file for a code that ended', () => {
    const [change, ...others] = catalogChanges(
      [drugUse('J1030')],
      known(['hcpcs'], drug('J1030', '1982-01-01', '2024-03-31')),
    );
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'ended',
      code: 'J1030',
      billingCodeId: 'id-J1030',
      rule: null,
      version: 3,
      message: 'Ended 03/31/2024',
      edition: { kind: 'hcpcs', validFrom: '2026-10-01' },
      proposal: {
        action: 'change',
        change: { validFrom: '1982-01-01', validTo: '2024-03-31' },
        from: 'no end date',
        to: '01/01/1982 to 03/31/2024',
      },
    });
    expect(change?.key).toBe('hcpcs 2026-10-01 id-J1030 days 1982-01-01 2024-03-31');
  });

  it('proposes to deactivate an ended code whose dates are known, unless something uses it', () => {
    const file = known(['hcpcs'], drug('J1030', '1982-01-01', '2024-03-31'));
    const dates = { validFrom: '1982-01-01', validTo: '2024-03-31' };
    expect(catalogChanges([drugUse('J1030', dates)], file)).toMatchObject([
      { kind: 'ended', proposal: { change: { isActive: false }, from: 'Active', to: 'Inactive' } },
    ]);
    expect(catalogChanges([drugUse('J1030', { ...dates, ruleCount: 1 })], file)).toEqual([]);
    expect(catalogChanges([drugUse('J1030', { ...dates, noteCount: 1 })], file)).toEqual([]);
  });

  it.each([
    ['2026-11-28', 'endsSoon', 'Ends 11/28/2026'],
    ['2027-01-27', 'endsSoon', 'Ends 01/27/2027'],
    ['2027-01-28', 'value', 'Valid dates are 04/01/2024 to 01/28/2027'],
  ])('says of a code with the last day %s that it is %s', (validTo, kind, message) => {
    const file = known(['hcpcs'], drug('J1010', '2024-04-01', validTo));
    expect(catalogChanges([drugUse('J1010')], file)).toMatchObject([{ kind, message }]);
  });

  it('knows the last day of a code that only the edition before lists', () => {
    const now = official(['feeSchedule']);
    const before = { ...official([], procedure('64483')), editions: [edition('feeSchedule', '2026-07-01')] };
    const dropped = knownOn(DAY, now, { feeSchedule: before });
    expect(catalogChanges([use('64483')], dropped)).toMatchObject([
      {
        kind: 'ended',
        message: 'No longer in this edition; the one before lists it',
        proposal: { change: { validFrom: null, validTo: '2026-09-30' } },
      },
    ]);
    expect(catalogChanges([use('64483', { validTo: '2026-09-30', ruleCount: 2 })], dropped)).toEqual([]);
    // The practice knows an earlier end.
    expect(catalogChanges([use('64483', { validTo: '2026-06-30' })], dropped)).toMatchObject([
      { proposal: { change: { isActive: false } } },
    ]);
  });

  it('proposes nothing for a code that no edition lists, unless the catalog knows that it ended', () => {
    const file = known(['feeSchedule']);
    const notListed = { kind: 'ended', message: 'Not in this edition', proposal: null };
    expect(catalogChanges([use('64483', { ruleCount: 1 }), use('64484')], file)).toMatchObject([
      notListed,
      notListed,
    ]);
    const ended = { validTo: '2025-12-31' };
    expect(catalogChanges([use('64483', ended)], file)).toMatchObject([
      { proposal: { change: { isActive: false } } },
    ]);
    expect(catalogChanges([use('64483', { ...ended, ruleCount: 1 })], file)).toEqual([]);
  });

  it('proposes what can be billed, the bilateral indicator, and the unit size', () => {
    const file = known(
      ['hcpcs', 'feeSchedule', 'icd10'],
      diagnosis('M54.5', false),
      diagnosis('M54.16', true),
      procedure('64483'),
      drug('J1010', '2024-04-01', null),
    );
    const changes = catalogChanges(
      [
        use('M54.5', { lineType: 'other', bilateralIndicator: 9 }),
        use('M54.16', { lineType: 'other', bilateralIndicator: 9, isBillable: false }),
        use('64483', { bilateralIndicator: 0 }),
        drugUse('J1010', { validFrom: '2024-04-01', unitSize: 40 }),
      ],
      file,
    );
    expect(
      changes.map(({ kind, proposal }) => [kind, proposal?.action === 'change' && proposal.change]),
    ).toEqual([
      ['heading', { isBillable: false }],
      ['value', { isBillable: true }],
      ['value', { bilateralIndicator: 1 }],
      ['value', { unitSize: 1, unit: 'mg' }],
    ]);
    expect(new Set(changes.map(({ key }) => key)).size).toBe(4);
  });

  it('compares the indicator only for lines with sides, and the unit size only for drugs', () => {
    const file = known(['hcpcs', 'feeSchedule'], procedure('99213'), drug('A4550', '2000-01-01', null));
    const lines = [
      use('99213', { lineType: 'evaluation', bilateralIndicator: 0 }),
      use('A4550', { lineType: 'supply', bilateralIndicator: 9, validFrom: '2000-01-01' }),
    ];
    expect(catalogChanges(lines, file)).toEqual([]);
  });
});

describe('what an edition changes in rules', () => {
  it('offers the known successor of an ended code, if the catalog has it', () => {
    const file = known(
      ['hcpcs'],
      drug('J1030', '1982-01-01', '2024-03-31'),
      drug('J1010', '2024-04-01', null),
    );
    const catalog = [drugUse('J1010'), drugUse('J1030')];
    const [change] = ruleChanges([ruleUse('J1030')], catalog, file);
    expect(change).toMatchObject({
      kind: 'ended',
      version: 5,
      message: 'Ended 03/31/2024',
      rule: { ruleId: 'rule', templateName: 'Epidural', ruleName: 'Side is Left' },
      proposal: { action: 'replace', codes: ['J1010'] },
    });
    expect(change).not.toHaveProperty('templateCodes');
    expect(ruleChanges([ruleUse('J1030')], [], file)).toMatchObject([{ proposal: { codes: [] } }]);
  });

  it('offers the longer codes of a heading, and not those that ended', () => {
    const file = known(['icd10'], diagnosis('M54.5', false), diagnosis('M54.50', true));
    const catalog = [use('M54.5'), use('M54.50'), use('M54.51'), use('M54.16')];
    expect(ruleChanges([ruleUse('M54.5')], catalog, file)).toMatchObject([
      { kind: 'heading', proposal: { codes: ['M54.50'] } },
    ]);
  });

  it('says that a code ends soon, and nothing of codes that are fine', () => {
    const file = known(
      ['hcpcs'],
      drug('J1010', '2024-04-01', '2026-12-31'),
      drug('J1100', '1982-01-01', null),
    );
    expect(ruleChanges([ruleUse('J1010'), ruleUse('J1100')], [], file)).toMatchObject([
      { kind: 'endsSoon', code: 'J1010', message: 'Ends 12/31/2026' },
    ]);
  });

  it('lists a code once that a rule assigns with different modifiers', () => {
    expect(ruleChanges([ruleUse('64483'), ruleUse('64483')], [], known(['feeSchedule']))).toHaveLength(1);
  });

  it.each([
    [
      { from: 1, to: 4, step: 1 },
      ['Makes up to 4 units (from 1 to 4, 1 more for each 1); payers accept at most 3 a day'],
    ],
    [{ from: 1, to: 3, step: 1 }, []],
    [{ from: 1, to: null, step: 1 }, []],
    [{ from: 1, to: 9, step: null }, []],
    [null, []],
  ])('compares the units of %o with the limit', (count, messages) => {
    const file = known(['mue'], code('64484', { mue: { units: 3, adjudication: 3, rationale: '' } }));
    expect(ruleChanges([ruleUse('64484', { count })], [], file).map(({ message }) => message)).toEqual(
      messages,
    );
  });

  it('needs a primary of an add-on code in the same template', () => {
    const file = known(
      ['addOn'],
      code('64484', { addOn: { type: 1, primaries: ['64483'] } }),
      code('99292', { addOn: { type: 2, primaries: [] } }),
    );
    expect(ruleChanges([ruleUse('64484')], [], file)).toMatchObject([
      {
        kind: 'addOn',
        message: 'Is added to 64483, but no rule of the template assigns one of them',
        proposal: null,
      },
    ]);
    expect(ruleChanges([ruleUse('64484', { templateCodes: new Set(['64483', '64484']) })], [], file)).toEqual(
      [],
    );
    expect(ruleChanges([ruleUse('99292')], [], file)).toEqual([]);
  });
});

describe('codes on unsigned notes', () => {
  const file = official(
    ['hcpcs', 'icd10'],
    drug('J1030', '1982-01-01', '2024-03-31'),
    diagnosis('M54.5', false),
  );
  const on = (day: string) => knownOn(day, file);

  it('are those that cannot be billed on the day of the note', () => {
    const uses = [
      { code: 'J1030', codeType: 'CPT', noteCount: 2 },
      { code: 'M54.5', codeType: 'ICD10', noteCount: 1 },
      { code: '64483', codeType: 'CPT', noteCount: 1 },
    ] as const;
    const changes = noteChanges([
      { known: on('2024-03-31'), uses: uses.slice(0, 1) },
      { known: on('2024-04-01'), uses },
      { known: on('2024-04-02'), uses: uses.slice(0, 1) },
    ]);
    expect(changes).toMatchObject([
      {
        code: 'J1030',
        kind: 'ended',
        noteCount: 4,
        days: ['2024-04-01', '2024-04-02'],
        message: 'Ended 03/31/2024',
      },
      { code: 'M54.5', kind: 'heading', noteCount: 1, message: 'Has longer codes now and cannot be billed' },
    ]);
  });

  it('do not count before the first day of a code', () => {
    expect(
      standingOf(
        'CPT',
        'J1010',
        knownOn('2024-03-31', official(['hcpcs'], drug('J1010', '2024-04-01', null))),
      ),
    ).toMatchObject({ status: 'notYet' });
  });
});
