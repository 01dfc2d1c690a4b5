import { readFile } from 'node:fs/promises';
import { factsOf, isValidOn } from '@portal/domain/billing-code-facts';
import { findLayout } from '@portal/domain/code-files/layouts';
import type { CodeRow, FactsOfKind, PairRow } from '@portal/domain/code-files/rows';
import { primariesOf } from '@portal/domain/codes/add-on-codes';
import { listedPairs, type CodePair } from '@portal/domain/codes/code-edits';
import { unitLimit } from '@portal/domain/codes/unit-limits';
import { STARTER_CODES, starterFile } from '@portal/starter/starter';
import { beforeAll, describe, expect, it } from 'vitest';
import { CODE_FILES, codeFilePath } from './code-files.ts';

/** What an edition of the small files says, by kind and code. */
interface Edition {
  readonly rows: ReadonlyMap<string, readonly CodeRow[]>;
  readonly pairs: readonly PairRow[];
}

async function readEdition(day: string): Promise<Edition> {
  const rows: (readonly [string, CodeRow])[] = [];
  const pairs: PairRow[] = [];
  const files = CODE_FILES.filter(
    ({ fileName, editionFrom }) =>
      editionFrom === day || (fileName.startsWith('icd10-2025') && day < '2026-10'),
  );
  for (const { fileName, editionFrom } of files) {
    const text = await readFile(codeFilePath(fileName), 'latin1');
    const layout = findLayout(text.slice(0, 65_536));
    if ('problem' in layout) throw new Error(`${fileName}: ${layout.problem}`);
    expect([null, editionFrom]).toContain(layout.edition.from);
    for await (const read of layout.read(inOnePiece(text)))
      for (const row of read) {
        if ('problem' in row) throw new Error(`${fileName}:${row.line}: ${row.problem}`);
        if ('pair' in row) pairs.push(row.pair);
        else rows.push([`${layout.kind} ${row.row.code}`, row.row]);
      }
  }
  const byCode = Map.groupBy(rows, ([key]) => key);
  return { rows: new Map([...byCode].map(([key, found]) => [key, found.map(([, row]) => row)])), pairs };
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text;
}

const PROCEDURES = STARTER_CODES.filter(({ codeType }) => codeType === 'CPT').map(({ code }) => code);
const DIAGNOSES = STARTER_CODES.filter(({ codeType }) => codeType === 'ICD10').map(({ code }) => code);
/** A fact of the first row. */
const fact = (name: string, [row]: readonly CodeRow[]): unknown =>
  new Map(Object.entries(row?.facts ?? {})).get(name);
const isHcpcs = (code: string): boolean => /^[A-Z]/.test(code);
/** Codes that no fee schedule of physicians has. */
const NOT_IN_FEE_SCHEDULE: Readonly<Record<string, string>> = {
  L8680: 'the devices of DMEPOS have their own',
};

describe.each(['2026-07-01', '2026-10-01'])('the small code files of %s', (day) => {
  const isLater = day === '2026-10-01';
  let edition: Edition;
  beforeAll(async () => {
    edition = await readEdition(day);
  });
  /** The rows about a code on the day, of the whole service or of any part. */
  const valid = (kind: keyof FactsOfKind, code: string, part?: string): CodeRow[] =>
    (edition.rows.get(`${kind} ${code}`) ?? []).filter(
      (row) => isValidOn(row, day) && (part === undefined || row.part === part),
    );

  it('have every code of the starter, valid and billable', () => {
    const missing = [
      ...PROCEDURES.filter((code) => isHcpcs(code) && valid('hcpcs', code).length !== 1),
      ...PROCEDURES.filter((code) => valid('feeSchedule', code, '').length !== 1),
      ...DIAGNOSES.filter((code) => fact('isBillable', valid('icd10', code)) !== true),
    ];
    expect(missing).toEqual(Object.keys(NOT_IN_FEE_SCHEDULE));
  });

  it('have every code of the rules of its templates', () => {
    const codes = starterFile().templates.flatMap(({ rules }) => rules.flatMap((rule) => rule.billingCodes));
    const known = new Set([...PROCEDURES, ...DIAGNOSES]);
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter(({ code }) => !known.has(code))).toEqual([]);
  });

  it('have the headings of diagnoses, which are not billable', () => {
    const headings = DIAGNOSES.map((code) => code.slice(0, 3)).filter(
      (heading) => !DIAGNOSES.includes(heading),
    );
    expect(headings.filter((heading) => fact('isBillable', valid('icd10', heading)) !== false)).toEqual([]);
  });

  it('say what the lists of the portal say, but for the invented differences', () => {
    const different = PROCEDURES.flatMap((code) => {
      const { bilateralIndicator: bilateral, validity } = factsOf('CPT', code);
      const fees = fact('bilateral', valid('feeSchedule', code, ''));
      const [hcpcs] = edition.rows.get(`hcpcs ${code}`) ?? [];
      const primaries = valid('addOn', code).map(({ part }) => part);
      return [
        ...(bilateral === undefined || fees === bilateral ? [] : [`${code}: bilateral indicator`]),
        ...(validity === undefined || isSameValidity(validity, hcpcs) ? [] : [`${code}: days`]),
        ...(fact('units', valid('mue', code)) === unitLimit(code) ? [] : [`${code}: units`]),
        ...(primaries.join(' ') === (primariesOf(code) ?? []).join(' ') ? [] : [`${code}: primaries`]),
      ];
    });
    expect(different).toEqual(isLater ? ['64425: bilateral indicator', 'J0702: units'] : []);
  });

  it('have the pairs that the lists of the portal have, and one more of the later edition', () => {
    const known = listedPairs(PROCEDURES).map(textOf);
    const found = edition.pairs.filter((pair) => isValidOn(pair, day)).map(textOf);
    expect(known.filter((pair) => !found.includes(pair))).toEqual([]);
    expect(found.filter((pair) => !known.includes(pair))).toEqual([
      isLater ? '64405 20553 1' : '64450 20526 1',
    ]);
  });

  it('have the units of a package of every drug of the starter', () => {
    const drugs = PROCEDURES.filter((code) => /^[JQ]/.test(code));
    expect(drugs.length).toBeGreaterThan(10);
    expect(drugs.filter((code) => valid('asp', code).length === 0)).toEqual([]);
  });
});

const textOf = ({ column1, column2, indicator }: CodePair): string => `${column1} ${column2} ${indicator}`;

const isSameValidity = (
  one: Pick<CodeRow, 'validFrom' | 'validTo'>,
  two: Pick<CodeRow, 'validFrom' | 'validTo'> | undefined,
): boolean => one.validFrom === two?.validFrom && one.validTo === two.validTo;

it('have no descriptions of CPT codes', async () => {
  for (const { fileName } of CODE_FILES.filter(({ fileName: name }) => name.startsWith('fee-schedule'))) {
    const text = await readFile(codeFilePath(fileName), 'latin1');
    const described = text.split('\n').filter((line) => /^\d/.test(line) && line.split(',')[2] !== '(AMA)');
    expect(described).toEqual([]);
  }
});
