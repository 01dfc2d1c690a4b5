import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { pngFile } from '#test/logo-files.ts';
import { createPdf, write } from './document.ts';
import { drawLetterhead, type PdfLetterhead } from './letterhead.ts';

const OFFICE = {
  name: 'Elm Clinic',
  address: '9 Elm Street',
  city: 'Towson',
  state: 'MD',
  zipCode: '21204',
  phone: '4105550123',
  fax: null,
};

/** The texts of a page with a letterhead and a line below it, with their places. */
async function drawn(letterhead: PdfLetterhead) {
  const options = {
    title: 'Test',
    footer: '',
    now: new Date(0),
    clock: { timeZone: 'UTC', clock: '12' },
  } as const;
  const pdf = await createPdf(options, (doc) => {
    drawLetterhead(doc, letterhead);
    write(doc, { size: 9 }).text('Content');
  });
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [
          {
            text: item.str,
            x: Number(item.transform[4]),
            y: Number(item.transform[5]),
            right: Number(item.transform[4]) + item.width,
          },
        ]
      : [],
  );
}

it('wraps a name of 200 characters beside the logo, above everything else', async () => {
  for (const practice of ['Harborview Spine and Pain '.repeat(8).trim(), 'W'.repeat(200)])
    for (const logo of [null, pngFile({ width: 600, height: 200 }), pngFile({ width: 32, height: 200 })]) {
      const texts = await drawn({ practice, office: OFFICE, logo });
      const content = texts.find(({ text }) => text === 'Content');
      const office = texts.find(({ text }) => text === 'Elm Clinic');
      const name = texts.slice(
        0,
        texts.findIndex(({ text }) => text === 'Elm Clinic'),
      );
      expect(
        name
          .map(({ text }) => text)
          .join('')
          .replaceAll(' ', ''),
      ).toBe(practice.replaceAll(' ', ''));
      expect(name.length).toBeGreaterThan(2);
      const left = logo === null ? 54 : 54 + 14;
      for (const { x, right, y } of name) {
        expect(x).toBeGreaterThanOrEqual(left);
        expect(right).toBeLessThanOrEqual(612 - 54 + 1);
        expect(y).toBeGreaterThan(office?.y ?? Infinity);
      }
      expect(content?.y).toBeLessThan((office?.y ?? 0) - 20);
    }
});

it('leaves the room of the logo below a short name', async () => {
  const texts = await drawn({ practice: 'Elm', office: null, logo: pngFile({ width: 600, height: 200 }) });
  const [name, content] = texts;
  expect((name?.y ?? 0) - (content?.y ?? 0)).toBeGreaterThan(45);
  expect(name?.x).toBeCloseTo(54 + 153 + 14, 0);
});
