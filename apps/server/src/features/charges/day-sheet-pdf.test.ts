import { billingCodeBody } from '@portal/contract/billing-codes';
import type { ChargeRow } from '@portal/contract/charges';
import { officeBody } from '@portal/contract/offices';
import { patientFields } from '@portal/contract/patients';
import { describe, expect, it } from 'vitest';
import { missingCharacters, UNICODE_TEXTS } from '#test/pdf-characters.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { createDaySheet } from './day-sheet-pdf.ts';
import { sheetGroups } from './day-sheet.ts';

const NOW = new Date('2026-11-21T20:00:00Z');
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const note = (n: number, change: Partial<ChargeRow>): ChargeRow => ({
  id: id(n),
  procedureDate: '2026-11-20',
  patient: { id: id(n), medicalRecordNumber: `${n}`, firstName: 'Jane', lastName: 'Roe' },
  patientDOB: '1960-11-22',
  providerId: id(1),
  providerName: 'Gregory House',
  locationId: id(2),
  locationName: 'Main',
  status: 'Signed',
  billingOption: 'standard',
  entryState: 'open',
  templateName: 'Note',
  now: null,
  signedAt: NOW.toISOString(),
  addendumCount: 0,
  entry: null,
  isDuplicate: false,
  awaitsCoSignature: false,
  lines: [],
  version: 1,
  ...change,
});
const SHEET = {
  clock: { timeZone: 'America/New_York', clock: '12' },
  letterhead: { practice: 'Practice', office: null, logo: null },
} as const;
const draw = (notes: readonly ChargeRow[]) =>
  createDaySheet({
    ...SHEET,
    filterText: ['11/20/2026'],
    groups: sheetGroups(notes),
    now: NOW,
  });
const line = (description: string): ChargeRow['lines'][number] => ({
  code: '64483',
  codeType: 'CPT',
  description,
  modifiers: '',
  units: 1,
  diagnosisPointers: [],
});

describe('the day sheet', () => {
  it('has its filter on every page, however long the name of the practice is', async () => {
    const letterhead = { ...SHEET.letterhead, practice: 'W'.repeat(200) };
    const filterText = ['11/20/2026'];
    const sheet = { ...SHEET, letterhead, filterText, groups: [], now: NOW };
    for (const page of await pdfPages(await createDaySheet(sheet)))
      expect(page).toMatch(/Day sheet +11\/20\/2026 +WW/);
  });

  it.each(UNICODE_TEXTS)(
    'shows the characters of the category %s as they are stored',
    async (_category, texts) => {
      const stored = (field: typeof officeBody.shape.name) =>
        texts.flatMap((text) => field.safeParse(text).data ?? []);
      const descriptions = stored(billingCodeBody.shape.description);
      const names = stored(patientFields.lastName);
      const [place = ''] = stored(officeBody.shape.name);
      const notes = [
        ...descriptions.map((description, n) => note(n, { lines: [line(description)] })),
        ...names.map((lastName, n) =>
          note(100 + n, {
            patient: { id: id(n), medicalRecordNumber: `${n}`, firstName: 'Jane', lastName },
            providerName: names[0] ?? '',
            locationName: place,
          }),
        ),
      ];
      const all = [...descriptions, ...names, names[0] ?? '', place].join('\n');
      const pdf = await draw(notes);
      expect(await missingCharacters(pdf, all)).toBe('');
      expect(await missingCharacters(pdf, `${all}${'Ж'.repeat(50)}`)).not.toBe('');
    },
  );
});
