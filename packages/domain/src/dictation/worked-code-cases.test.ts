import { describe, expect, it } from 'vitest';
import { contentOf } from '../template/test/content-of.ts';
import { checkedDictation, checkedLine } from './checks/test/checked-dictation.ts';
import { officialOn } from './checks/test/made-files.ts';
import { CODE_CASES, LOOKED_UP, SOURCES, type CodeCase } from './checks/test/worked-code-cases.ts';
import { FILE_CHECKS, findingsOf, type OtherLine } from './signing-checks.ts';

const content = contentOf({ id: 'side', type: 'radio', options: ['Left', 'Right', 'Bilateral'] });
const OWN = 'provider';
const TODAY = '2026-11-23';

function otherLines(lines: string | undefined, providerId: string): readonly OtherLine[] {
  return (lines ?? '').split(', ').flatMap((text) => {
    if (text === '') return [];
    const { code, modifiers, lineType, units } = checkedLine(text);
    return [{ code, modifiers, lineType, units, providerId }];
  });
}

/** What the checks that use the files find. */
function findingsIn({ lines, day = TODAY, other, colleague, side, catalog }: CodeCase) {
  const own = lines.split(', ').map((text) => {
    const { validFrom: _from, validTo: _to, ...line } = checkedLine(text);
    // A catalog without dates, so that they come from the file.
    return { ...line, validFrom: null, validTo: null, ...catalog };
  });
  const others = [...otherLines(other, OWN), ...otherLines(colleague, 'colleague')];
  const official = officialOn(
    day,
    [...own, ...others].map(({ code }) => code),
  );
  const entered = side === undefined ? {} : { side };
  return findingsOf(
    checkedDictation(
      { content, entered },
      { lines: own, otherLines: others, providerId: OWN, official, procedureDate: day },
    ),
  ).filter(({ check }) => FILE_CHECKS.has(check));
}

it('covers 150 cases, each with a source', () => {
  expect(CODE_CASES.length).toBeGreaterThanOrEqual(150);
  expect(new Set(CODE_CASES.map(({ source }) => source)).size).toBe(Object.keys(SOURCES).length);
  expect(new Set(CODE_CASES.map(({ what, lines }) => `${what} ${lines}`)).size).toBe(CODE_CASES.length);
  expect(LOOKED_UP).toMatch(/^2026-/u);
});

describe.each(Object.keys(SOURCES))('%s', (source) => {
  it.each(CODE_CASES.filter((each) => each.source === source))('$what: $lines', (each) => {
    const found = findingsIn(each);
    expect(found.map(({ check, code }) => `${check} ${code}`).join(', ')).toBe(each.found);
    expect(found[0]?.message ?? '').toContain(each.says ?? '');
  });
});

const sourcesOf = (lines: string, more: Partial<CodeCase> = {}) =>
  findingsIn({ source: 'pairs', what: '', lines, found: '', ...more }).map(({ source }) => source);

it('says which edition it comes from, and until when it was valid', () => {
  expect(sourcesOf('64483-LT, 77003')).toEqual(['CMS, NCCI pairs of procedures, edition from 10/01/2026']);
  expect(sourcesOf('64450*11', { day: '2027-02-01' })).toEqual([
    'CMS, NCCI unit limits (MUE), edition from 10/01/2026, valid until 12/31/2026',
  ]);
  // Of the days before the edition of the fee schedule, the portal's list answers.
  expect(sourcesOf('20552-50', { day: '2026-01-05', side: 'Bilateral' })).toEqual([
    'CMS, Physician Fee Schedule Relative Value File, April 2026 (RVU26B), not checked against a current file',
  ]);
  expect(sourcesOf('64450*11', { day: '2026-01-05' })).toEqual([
    'CMS, Medicare NCCI Medically Unlikely Edits for practitioners, 07/01/2024, not checked against a current file',
  ]);
  expect(sourcesOf('99213, 20610-LT')).toEqual(['CMS, NCCI pairs of procedures, edition from 10/01/2026']);
  expect(sourcesOf('99213, 64483-LT')).toEqual(['CMS, NCCI Policy Manual, chapter I, section D']);
});
