import { orderFields, type Order } from '@portal/contract/orders';
import { officeBody } from '@portal/contract/offices';
import { patientFields } from '@portal/contract/patients';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { missingCharacters, UNICODE_TEXTS } from '#test/pdf-characters.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { createOrderPdf } from './order-pdf.ts';
import type { PrintRow } from './print-repo.ts';

const NOW = new Date('2026-11-21T20:00:00Z');
const provider = { id: '00000000-0000-7000-8000-000000000001', firstName: 'Gregory', lastName: 'House' };
const order: Order = {
  id: '00000000-0000-7000-8000-000000000002',
  orderNumber: 'ORD-1',
  type: 'MRI',
  isProcedure: false,
  patient: {
    id: '00000000-0000-7000-8000-000000000003',
    medicalRecordNumber: '00000012',
    firstName: 'Jane',
    lastName: 'Roe',
  },
  diagnosis: 'M54.16 Radiculopathy',
  orderDate: '2026-11-21',
  status: 'Pending',
  priority: 'Normal',
  isStat: false,
  orderedByUser: provider,
  createdByUser: provider,
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  version: 1,
  bodyPart: null,
  side: null,
  contrast: null,
  specialist: null,
  levels: [],
  codes: [],
  locationId: null,
  locationName: null,
  instructions: null,
  history: [],
};
const sheet: PrintRow = {
  date_of_birth: '1960-11-22',
  gender: 'Female',
  patient_phone: null,
  patient_address: null,
  patient_city: null,
  patient_state: null,
  patient_zip_code: null,
  insurance_provider: null,
  insurance_policy_number: null,
  provider_title: 'MD',
  provider_npi: null,
  office_name: 'Main',
  address: '1 Main Street',
  city: 'Baltimore',
  state: 'MD',
  zip_code: '21201',
  office_phone: '4105550100',
  fax: null,
};

interface Changes {
  readonly order?: Partial<Order>;
  readonly sheet?: Partial<PrintRow>;
}
const draw = (change: Changes) =>
  createOrderPdf({
    order: { ...order, ...change.order },
    sheet: { ...sheet, ...change.sheet },
    practice: { name: 'Practice', timeZone: 'America/New_York', clock: '12' },
    logo: null,
    today: '2026-11-21',
    now: NOW,
  });

/** The text of an order as the portal stores it; null if it refuses it. */
function stored(field: z.ZodType<string | null>, typed: string): string | null {
  return field.safeParse(typed).data ?? null;
}

/** Puts a text in one of the places of an order where people's texts are printed, with the field that it is typed in. */
const PLACES: readonly (readonly [
  name: string,
  field: z.ZodType<string | null>,
  place: (text: string) => Changes,
])[] = [
  [
    'patient',
    patientFields.lastName,
    (text) => ({ order: { patient: { ...order.patient, lastName: text } } }),
  ],
  [
    'provider',
    patientFields.lastName,
    (text) => ({ order: { orderedByUser: { ...provider, lastName: text } } }),
  ],
  ['diagnosis', orderFields.diagnosis, (text) => ({ order: { diagnosis: text } })],
  ['body part', orderFields.bodyPart, (text) => ({ order: { bodyPart: text } })],
  ['specialist', orderFields.specialist, (text) => ({ order: { type: 'ReferralPT', specialist: text } })],
  ['insurance', patientFields.insuranceProvider, (text) => ({ sheet: { insurance_provider: text } })],
  ['patient’s address', patientFields.address, (text) => ({ sheet: { patient_address: text } })],
  ['patient’s city', patientFields.city, (text) => ({ sheet: { patient_city: text } })],
  ['office', officeBody.shape.name, (text) => ({ sheet: { office_name: text } })],
  ['address', officeBody.shape.address, (text) => ({ sheet: { address: text } })],
  ['city', officeBody.shape.city, (text) => ({ sheet: { city: text } })],
];

describe('the PDF of an order', () => {
  it.each([
    [['12 Elm Street', 'Towson', 'MD', '21204'], '12 Elm Street, Towson, MD 21204'],
    [['12 Elm Street', null, null, '21204'], '12 Elm Street, 21204'],
    [[null, 'Towson', 'MD', null], 'Towson, MD'],
    [[null, null, null, null], 'Address\nNone on file'],
  ] as const)('has the address of the patient: %j', async ([street, city, state, zip], line) => {
    const change = {
      patient_address: street,
      patient_city: city,
      patient_state: state,
      patient_zip_code: zip,
    };
    const text = (await pdfPages(await draw({ sheet: change }))).join('\n');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(line.replaceAll(/\s+/g, ' '));
  });

  it('has the NPI of the ordering provider, if there is one', async () => {
    const [page] = await pdfPages(await draw({ sheet: { provider_npi: '1234567893' } }));
    expect(page).toMatch(/Provider NPI\s+1234567893/);
    expect((await pdfPages(await draw({}))).join('')).not.toContain('NPI');
  });

  it('keeps two words apart, whatever was pasted between them', async () => {
    for (const character of ['\u000B', '\u000C', '\u0085', '\u2028', '\u2029', '\r', '\t', '\u0001']) {
      const pages = await pdfPages(await draw({ order: { instructions: `Give 1${character}0 tablets` } }));
      expect(pages.join('\n')).toMatch(/Give 1\s+0 tablets/);
    }
    const [page] = await pdfPages(await draw({ order: { instructions: 'For 2\u001E6 weeks' } }));
    expect(page).toContain('For 2-6 weeks');
  });

  it.each(UNICODE_TEXTS)(
    'shows the characters of the category %s in the instructions',
    async (_category, texts) => {
      const instructions = texts
        .map((text) => stored(orderFields.instructions, text))
        .filter((text) => text !== null)
        .join('\n');
      expect(await missingCharacters(await draw({ order: { instructions } }), instructions)).toBe('');
    },
  );

  it.each(PLACES)(
    'shows a character of each category in the place: %s, and nothing that is not there',
    async (_name, field, place) => {
      for (const [, texts] of UNICODE_TEXTS) {
        const text = texts.map((each) => stored(field, each)).find((each) => each !== null) ?? '';
        const pdf = await draw(place(text));
        expect(await missingCharacters(pdf, text)).toBe('');
        expect(await missingCharacters(pdf, `${text}${'Ж'.repeat(50)}`)).not.toBe('');
      }
    },
  );
});
