import type { BillingOption } from '@portal/domain/template/billing-option';
import { printedDictation, type PrintSource } from '@portal/domain/dictation/print';
import type { ReportSection } from '@portal/domain/template/report';
import { describe, expect, it } from 'vitest';
import { htmlBlocks, htmlText } from '#pdf/html-blocks.ts';
import { printable } from '#pdf/printable.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { pngFile } from '#test/logo-files.ts';
import { createDictationPdf, type DictationSheet } from './dictation-pdf.ts';

const NOW = new Date('2026-11-21T20:00:00Z');
const source: PrintSource = {
  templateName: 'Transforaminal Epidural',
  patientName: 'Roe, Jane',
  patientMRN: '00000012',
  patientDOB: '1960-11-22',
  patientGender: 'Female',
  procedureDate: '2026-11-21',
  procedureLocation: 'Riverside Surgery Center',
  providerName: 'Gregory House',
  status: 'Signed',
  billingCodes: [
    {
      code: '64483',
      codeType: 'CPT',
      description: 'An injection',
      modifiers: '50,LT',
      units: 1,
      diagnosisPointers: [],
    },
  ],
  billingOption: 'standard',
  complications: 'None.',
  signature: { name: 'Gregory House', title: 'MD', signedAt: '2026-11-21T19:05:00.000Z' },
  coSignature: null,
  addendums: [{ text: 'Pain 2/10.', reason: 'Call', authorName: 'A. B.', authorTitle: null, createdAt: NOW }],
};
const section = (...texts: string[]): ReportSection => ({
  title: 'Technique',
  entries: texts.map((text) => ({ kind: 'pair', label: 'Field', text })),
});
const sheet = (
  change: Partial<PrintSource> = {},
  { headerHTML = '', footerHTML = '', report = [section('Prone')], isOneSidedEntry = false } = {},
): DictationSheet => ({
  printed: printedDictation(
    { ...source, ...change },
    { sections: report, isOneSidedEntry },
    { timeZone: 'America/New_York', clock: '12' },
  ),
  headerHTML,
  footerHTML,
  logo: null,
});
const CLOCK = { timeZone: 'America/New_York', clock: '12' } as const;
const NO_LOGOS = new Map<string, Uint8Array>();
const pagesOf = async (...sheets: DictationSheet[]) =>
  pdfPages(await createDictationPdf({ sheets, logos: NO_LOGOS, now: NOW, clock: CLOCK }));
const WORDS = 'The needle was advanced under fluoroscopy and contrast outlined the nerve root. ';

describe('dictation PDF', () => {
  it('has header, patient, sections, signature, addenda and footer, and the billing sheet on a new page', async () => {
    const [report = '', bill = '', ...more] = await pagesOf(
      sheet({}, { headerHTML: '<h2>Pain Practice</h2>', footerHTML: '<p>Confidential</p>' }),
    );
    expect(more).toEqual([]);
    const order = [
      'Pain Practice',
      'Transforaminal Epidural',
      'Roe, Jane',
      '11/22/1960 (age 65)',
      'Technique',
      'Prone',
      'Complications',
      'Electronically signed by Gregory House, MD on 11/21/2026 2:05 PM EST',
      'Addendum 1 by A. B. on 11/21/2026 3:00 PM EST',
      'Reason: Call',
      'Pain 2/10.',
      'Confidential',
    ].map((text) => report.indexOf(text));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(report).not.toContain('Billing Sheet');
    expect(bill).toMatch(/^Billing Sheet/);
    expect(bill).toContain('64483');
    expect(bill).toContain('50, LT');
    expect(bill).toContain('Reduced service (modifier 52)');
    expect(bill).toContain('No diagnosis codes');
  });

  it('shows the patient and "Page x of y" on every page, and continues long fields without loss', async () => {
    const report = [section(WORDS.repeat(120)), section('x'.repeat(20_000), 'the last one')];
    const pages = await pagesOf(sheet({}, { report }));
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('MRN 00000012 Roe, Jane');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const all = pages.join(' ');
    expect(all.split('needle').length - 1).toBe(120);
    expect(all.split('').filter((letter) => letter === 'x').length).toBeGreaterThanOrEqual(20_000);
    expect(all).toContain('the last one');
  });

  it('has the logo of each dictation beside its header, and each logo once in the file', async () => {
    const logos = new Map([
      ['one', pngFile()],
      ['two', pngFile({ width: 96 })],
    ]);
    const picturesIn = async (...names: (string | null)[]) => {
      const sheets = names.map((logo) => ({
        ...sheet({}, { headerHTML: '<h2>Pain Practice</h2>' }),
        logo,
      }));
      const pdf = await createDictationPdf({ sheets, logos, now: NOW, clock: CLOCK });
      return Buffer.from(pdf).toString('latin1').split('/Subtype /Image').length - 1;
    };
    expect(await picturesIn(null)).toBe(0);
    expect(await picturesIn(...Array.from({ length: 50 }, () => 'one'))).toBe(1);
    expect(await picturesIn('one', 'two', null, 'one')).toBe(2);
  });

  it('has the time of printing on each page, and once it is signed, the day of that instead', async () => {
    const open = await pagesOf(sheet({ status: 'Draft', signature: null, addendums: [] }));
    for (const page of open) expect(page).toMatch(/Printed 11\/21\/2026 3:00 PM\s+Page/);
    for (const page of await pagesOf(sheet())) expect(page).toMatch(/Signed 11\/21\/2026\s+Page/);
  });

  it.each(['noshow-patient', 'noshow-provider'] as readonly BillingOption[])(
    'shows only the cancellation banner and the billing sheet for %s',
    async (billingOption) => {
      const pages = await pagesOf(sheet({ billingOption }));
      expect(pages).toHaveLength(1);
      expect(pages[0]).toContain('PROCEDURE CANCELLED');
      expect(pages[0]).toContain('Billing Sheet');
      expect(pages[0]).not.toContain('Technique');
      expect(pages[0]).not.toContain('64483');
    },
  );

  it.each([
    ['Draft', 'DRAFT'],
    ['Completed', 'NOT SIGNED'],
  ] as const)('says on each page that a %s dictation is not signed', async (status, watermark) => {
    const pages = await pagesOf(sheet({ status, signature: null, addendums: [] }));
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(page).toContain(watermark);
    expect(pages.join(' ')).not.toContain('Electronically signed');
  });

  it('draws Chinese, Japanese and Korean text, and embeds their fonts only when needed', async () => {
    const names = { patientName: '王, 小明 (Wáng)', providerName: '山田 はなコ' };
    const report = [section('김철수, 陳大文: 患者主诉腰痛')];
    const pdf = await createDictationPdf({
      sheets: [sheet(names, { headerHTML: '<h2>疼痛诊所 Clinic</h2>', report })],
      logos: NO_LOGOS,
      now: NOW,
      clock: CLOCK,
    });
    const [page = '', bill = ''] = await pdfPages(pdf);
    const texts = ['疼痛诊所 Clinic', '王, 小明 (Wáng)', '山田 はなコ', '김철수, 陳大文: 患者主诉腰痛'];
    for (const text of texts) expect(page).toContain(text);
    expect(bill).toContain('王, 小明 (Wáng)');
    expect(Buffer.from(pdf).includes('+WenQuanYiMicroHei')).toBe(true);
    // This character belongs to no script, but only these fonts have it.
    const unit = await createDictationPdf({
      sheets: [sheet({}, { report: [section('Bupivacaine 5㎎')] })],
      logos: NO_LOGOS,
      now: NOW,
      clock: CLOCK,
    });
    expect(Buffer.from(unit).includes('+WenQuanYiMicroHei')).toBe(true);
    const other = await createDictationPdf({
      sheets: [sheet()],
      logos: NO_LOGOS,
      now: NOW,
      clock: CLOCK,
    });
    expect(Buffer.from(other).includes('WenQuanYi')).toBe(false);
  });

  it('numbers the pages of each dictation in a batch separately', async () => {
    const pages = await pagesOf(sheet(), sheet({ patientName: 'Doe, John' }), sheet());
    expect(pages.map((page) => /Page \d of \d/.exec(page)?.[0])).toEqual(
      Array.from({ length: 3 }, () => ['Page 1 of 2', 'Page 2 of 2']).flat(),
    );
    expect(pages[3]).toMatch(/MRN \d+ Doe, John/);
    expect(pages[3]).not.toContain('Roe, Jane');
  });

  it('repeats the table header where many codes continue, and draws names in other scripts', async () => {
    const billingCodes = Array.from({ length: 60 }, (_, index) => ({
      code: String(60_000 + index),
      codeType: 'CPT' as const,
      description: WORDS,
      modifiers: '',
      units: 1,
      diagnosisPointers: [],
    }));
    const pages = await pagesOf(sheet({ billingCodes, patientName: 'Παπαδόπουλος, Ελένη Дмитриевна' }));
    const sheets = pages.slice(1);
    expect(sheets.length).toBeGreaterThan(2);
    for (const page of sheets.slice(0, -1)) expect(page).toContain('Modifiers');
    expect(pages.join(' ')).toContain('60059');
    expect(pages[0]).toContain('Παπαδόπουλος, Ελένη');
  });

  it('never contains a link, an action or executable markup', async () => {
    const evil = '<script>alert(1)</script> [x](https://evil.example) file:///etc/passwd';
    const pdf = await createDictationPdf({
      sheets: [sheet({ complications: evil }, { report: [section(evil)] })],
      logos: NO_LOGOS,
      now: NOW,
      clock: CLOCK,
    });
    expect((await pdfPages(pdf))[0]).toContain('<script>alert(1)</script>');
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/\/(?:URI|Launch|JavaScript|JS|GoToR)\b/);
  });
});

describe('header and footer HTML', () => {
  it('renders headings, emphasis, alignment, lists, quotations, rules and line breaks', () => {
    const blocks = htmlBlocks(
      '<h1 style="text-align:center">A <em>b</em></h1><p>one<br>two &amp; <b>bo<u>th</u></b></p><hr><ul><li>x</li></ul><ol><li>y</li><li>z</li></ol><blockquote><p>q</p></blockquote><p> </p>',
    );
    expect(blocks).toMatchObject([
      { kind: 'text', align: 'center', level: 1, runs: [{ text: 'A ' }, { text: 'b', italic: true }] },
      {
        runs: [
          { text: 'one' },
          { text: '\n' },
          { text: 'two & ' },
          { text: 'bo', bold: true, underline: false },
          { text: 'th', bold: true, underline: true },
        ],
      },
      { kind: 'rule' },
      { marker: '•', indent: 1 },
      { marker: '1.', indent: 1 },
      { marker: '2.', indent: 1 },
      { marker: '', indent: 1 },
    ]);
    expect(htmlText('<h2>A</h2><p>b<br>c</p><ul><li>d</li></ul>')).toBe('A\nb\nc\n• d');
  });

  it('wraps over lines and pages, and keeps unbroken words on the page', async () => {
    const headerHTML = `<p style="text-align:right">${`<b>${WORDS}</b>`.repeat(100)}</p><p>${'w'.repeat(500)}</p>`;
    const pages = await pagesOf(sheet({}, { headerHTML }));
    expect(pages.join(' ').split('needle').length - 1).toBe(100);
    expect(pages.length).toBeGreaterThan(2);
  });
});

describe('drawn text', () => {
  it('leaves out invisible characters, keeps line breaks and never joins words', () => {
    expect(printable('a\u0000b\u202Ec\r\nd\te\u00AD\u000Bf\u0001g')).toBe('a bc\nd    e\nf g');
  });

  it('lets very long words break', () => {
    expect(
      printable('x'.repeat(121))
        .split('\u200B')
        .map((part) => part.length),
    ).toEqual([60, 60, 1]);
    expect(printable('x'.repeat(60))).toBe('x'.repeat(60));
  });
});
