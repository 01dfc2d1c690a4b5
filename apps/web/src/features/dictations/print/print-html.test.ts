import { printedDictation, storedReport, type PrintSource } from '@portal/domain/dictation/print';
import { printedText } from '@portal/domain/dictation/print-text';
import { contentOf } from '@portal/domain/template/test/content-of';
import { unicodeSamples } from '@portal/domain/test/unicode-samples';
import { describe, expect, it } from 'vitest';
import { PRACTICE } from '#lib/test/practice.ts';
import { printHtml } from './print-html.ts';

const source: PrintSource = {
  templateName: 'Lumbar Epidural',
  patientName: 'Lee, Ann <b>',
  patientMRN: '00000042',
  patientDOB: '1960-02-03',
  patientGender: 'Female',
  procedureDate: '2026-11-21',
  procedureLocation: 'Main Street',
  providerName: 'Jane Roe, MD',
  status: 'Draft',
  billingCodes: [
    {
      code: '64483',
      codeType: 'CPT',
      description: 'Epidural',
      modifiers: '50,LT',
      units: 1,
      diagnosisPointers: [],
    },
  ],
  billingOption: 'standard',
  complications: 'None',
  signature: null,
  coSignature: null,
  addendums: [],
};
const sections = [
  {
    title: 'Procedure Details',
    entries: [{ kind: 'pair', label: 'Level', text: '<script>alert(1)</script>' } as const],
  },
];
const frame = {
  headerHTML: '<h2>Pain Clinic</h2>',
  footerHTML: '<p>Page foot</p>',
  time: 'Printed 11/21/2026 2:05 PM',
};
const page = (change: Partial<PrintSource> = {}, isOneSidedEntry = false) => {
  const html = printHtml(
    printedDictation({ ...source, ...change }, { sections, isOneSidedEntry }, PRACTICE),
    frame,
  );
  return { html, document: new DOMParser().parseFromString(html, 'text/html') };
};
const textsOf = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** The preview of a report with rows. */
const pageWithRows = (columns: readonly string[], cells: readonly (readonly string[])[]) => {
  const entry = {
    kind: 'table',
    label: 'Lesions',
    columns,
    rows: cells,
  } as const;
  const report = { sections: [{ title: 'Details', entries: [entry] }], isOneSidedEntry: false };
  const html = printHtml(printedDictation(source, report, PRACTICE), frame);
  return new DOMParser().parseFromString(html, 'text/html');
};

const marked = (text: string) => `${text} <i>&lt;`;

describe('print preview', () => {
  it('has rows as a table with a heading, which browsers repeat on each page', () => {
    const document = pageWithRows(
      ['Level', 'Temperature & time'],
      [
        ['L4-L5', '<b>80</b>'],
        ['L5-S1', ''],
      ],
    );
    expect(textsOf(document, 'h3')).toEqual(['Lesions']);
    expect(textsOf(document, 'col')).toEqual([]);
    expect(textsOf(document, 'table.rows thead th')).toEqual(['Level', 'Temperature & time']);
    expect(textsOf(document, 'table.rows tbody td')).toEqual(['L4-L5', '<b>80</b>', 'L5-S1', '']);
  });

  it('gives twelve columns their part of the page by their longest words', () => {
    const titles = Array.from({ length: 12 }, (_each, at) => `Col ${at}`);
    const cells = titles.map((_title, at) => (at === 0 ? 'Esophagogastroduodenoscopy' : '1234567'));
    const widths = [...pageWithRows(titles, [cells]).querySelectorAll('col')].map(({ style }) => style.width);
    expect(widths).toEqual(['20.8%', ...Array.from({ length: 11 }, () => '7.2%')]);
  });

  it('has letter pages with half-inch margins: header, patient, sections, footer, and the sheet on a new page', () => {
    const { html, document } = page();
    expect(html).toContain('@page { size: letter; margin: 0.5in; }');
    expect(textsOf(document, 'main:first-of-type h1, main:first-of-type h2')).toEqual([
      'Pain Clinic',
      'Lumbar Epidural',
      'Procedure Details',
      'Complications',
    ]);
    expect(textsOf(document, '.patient dd')[0]).toBe('Lee, Ann <b>');
    expect(textsOf(document, 'footer')).toEqual(['Page foot']);
    expect(textsOf(document, '.new-page h1')).toEqual(['Billing Sheet']);
    expect(textsOf(document, '.new-page td')).toEqual(['64483', '50, LT', '1', '', 'Epidural']);
    expect(textsOf(document, '.watermark')).toEqual(['DRAFT']);
  });

  it('shows typed markup as text', () => {
    const { document } = page();
    expect(document.querySelector('script')).toBeNull();
    expect(document.querySelector('.pair')?.textContent).toBe('Level: <script>alert(1)</script>');
  });

  it.each([
    ['standard', ['Description', 'Code']],
    ['noshow-patient', []],
  ] as const)(
    'shows markup in any text of the record as text, also on the billing page (%s)',
    (billingOption, codeTexts) => {
      const kinds = ['pair', 'paragraph', 'statement'] as const;
      const entries = kinds.map((kind) => ({ kind, label: marked('Label'), text: marked(kind) }));
      const printed = printedDictation(
        {
          ...source,
          templateName: marked('Template'),
          patientName: marked('Patient'),
          patientMRN: marked('MRN'),
          procedureLocation: marked('Location'),
          providerName: marked('Provider'),
          complications: marked('Complications'),
          status: 'Signed',
          billingOption,
          billingCodes: source.billingCodes.map((line) => ({
            ...line,
            code: marked('Code'),
            description: marked('Description'),
          })),
          signature: { name: marked('Signer'), title: marked('Title'), signedAt: '2026-11-21T19:05:00Z' },
          addendums: [
            {
              text: marked('Addendum'),
              reason: marked('Reason'),
              authorName: marked('Author'),
              authorTitle: marked('MD'),
              createdAt: '2026-11-22T15:00:00Z',
            },
          ],
        },
        { sections: [{ title: marked('Section'), entries }], isOneSidedEntry: true },
        PRACTICE,
      );
      const document = new DOMParser().parseFromString(printHtml(printed, frame), 'text/html');
      expect(document.querySelectorAll('i')).toHaveLength(0);
      const texts = ['Template', 'Patient', 'MRN', 'Location', 'Provider', 'Signer', 'Addendum', 'Reason'];
      for (const text of [...texts, ...codeTexts]) expect(document.body.textContent).toContain(marked(text));
    },
  );

  it('shows only the banner and the billing sheet of a no-show', () => {
    const { document } = page({ billingOption: 'noshow-patient' });
    expect(document.querySelector('.banner strong')?.textContent).toBe('PROCEDURE CANCELLED');
    expect(document.querySelector('.new-page')).toBeNull();
    expect(document.body.textContent).not.toContain('64483');
    expect(textsOf(document, 'h2')).toEqual([
      'Pain Clinic',
      'Billing Sheet',
      'Procedure codes (CPT)',
      'Diagnosis codes (ICD-10)',
    ]);
  });

  it('shows a signed dictation’s signature line and addenda', () => {
    const signature = { name: 'Jane Roe', title: 'MD', signedAt: '2026-11-21T19:05:00Z' };
    const addendum = {
      text: 'First line\nSecond line',
      reason: 'Forgotten',
      authorName: 'Jane Roe',
      authorTitle: 'MD',
      createdAt: '2026-11-22T15:00:00Z',
    };
    const { document } = page({ status: 'Signed', signature, addendums: [addendum] });
    expect(textsOf(document, '.signed')).toEqual([
      expect.stringMatching(/^Electronically signed by Jane Roe, MD on 11\/21\/2026 .*EST$/u),
    ]);
    expect(textsOf(document, '.addendum > p')).toEqual(['Reason: Forgotten', 'First line\nSecond line']);
    expect(document.querySelector('.watermark')).toBeNull();
  });
});

describe('the print preview and the text export', () => {
  it.each([...unicodeSamples(40)])('hold the same text of the category %s', (_category, samples) => {
    const note = samples.map((character, n) => `N${n} One${character}two`).join('\n');
    const content = contentOf({ id: 'note', label: 'Note', type: 'textarea' });
    const printed = printedDictation(source, storedReport(content, { note }), PRACTICE);
    const text = printedText(printed, { header: '', footer: '' });
    const document = new DOMParser().parseFromString(printHtml(printed, frame), 'text/html');
    const shown = document.querySelector('.text')?.textContent ?? '';
    expect(shown).not.toBe('');
    expect(shown).not.toMatch(/[\v\f\r\u0085\u2028\u2029]/);
    expect(text).toContain(shown);
  });
});
