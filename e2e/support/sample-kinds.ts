import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { TestFile } from './documents.ts';
import { firstExtra, pdfPages, words, type PageContent, type PdfObject } from './sample-pdfs.ts';
import { bmpOf, gifOf, jpegOf, pngOf } from './sample-images.ts';

/** What the viewer is expected to show: text, a color of the picture, or a sentence. */
type Expected =
  | { readonly text: string }
  | {
      readonly color: readonly [number, number, number];
      /** Where, from 0 to 1 across and down; the middle if left out. */
      readonly at?: readonly [number, number];
    }
  | { readonly says: string };

export interface Kind {
  readonly file: TestFile;
  readonly shows: Expected;
}

const RED = [254, 0, 0] as const;
const DARK = [40, 40, 40] as const;
const INCOMPLETE = { says: 'Parts of this page may be missing here' } as const;

/** A PDF whose only page is filled by a picture. */
function pictured(name: string, image: PdfObject, extra: readonly (PdfObject | string)[] = []): TestFile {
  const resources = `/XObject<</Im1 ${firstExtra(1)} 0 R>>`;
  const content = 'q 612 0 0 792 0 0 cm /Im1 Do Q';
  return pdfPages(name, [{ content, resources }], { extra: [image, ...extra] });
}

const imageOf = (entries: string, stream: Uint8Array | string): PdfObject => ({
  dict: `<</Type/XObject/Subtype/Image/Width 8/Height 8${entries}>>`,
  stream,
});
const pixels = (...values: readonly number[]) =>
  Uint8Array.from(Array.from({ length: 64 }, () => values).flat());
const one = (name: string, page: PageContent, options: Parameters<typeof pdfPages>[2] = {}) =>
  pdfPages(name, [page], options);
const hexOf = (text: string) => `${Buffer.from(text, 'latin1').toString('hex')}>`;
const shown = (file: TestFile): Kind => ({ file, shows: { text: 'Potassium 4.1' } });
const text = words('Potassium 4.1');
/** A page that the engine ends at an error, without its last line. */
const cut = (name: string, content: string, resources = ''): Kind => ({
  file: one(name, { content: `${content} ${text}`, resources }),
  shows: INCOMPLETE,
});
const before = (file: TestFile, start: string): TestFile => ({
  ...file,
  buffer: Buffer.concat([Buffer.from(start, 'latin1'), file.buffer]),
});
const without = (file: TestFile, found: RegExp): TestFile => ({
  ...file,
  buffer: Buffer.from(file.buffer.toString('latin1').replace(found, ''), 'latin1'),
});
const field = `<</FT/Tx/T(name)/Subtype/Widget/Rect[72 600 300 640]/P 4 0 R>>`;
const xfa = (fields: string) =>
  `/NeedsRendering true/AcroForm<</Fields[${fields}]/XFA ${firstExtra(1)} 0 R>>`;
const template: PdfObject = {
  dict: '<<>>',
  stream: '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>',
};
const wait = words('Please wait...');

/** PDF files of text. */
export const PDF_TEXTS: readonly Kind[] = [
  shown(one('plain.pdf', { content: text })),
  shown(one('deflated.pdf', { content: { dict: '<</Filter/FlateDecode>>', stream: deflateSync(text) } })),
  shown(one('hexadecimal.pdf', { content: { dict: '<</Filter/ASCIIHexDecode>>', stream: hexOf(text) } })),
  shown(
    one('runs.pdf', {
      content: {
        dict: '<</Filter/RunLengthDecode>>',
        stream: Buffer.from([text.length - 1, ...Buffer.from(text), 128]),
      },
    }),
  ),
  shown(
    one('two-filters.pdf', {
      content: {
        dict: '<</Filter[/ASCIIHexDecode/FlateDecode]>>',
        stream: `${deflateSync(text).toString('hex')}>`,
      },
    }),
  ),
  shown(one('turned.pdf', { content: text, page: '/Rotate 90' })),
  shown(one('upside-down.pdf', { content: text, page: '/Rotate 180' })),
  shown(one('moved.pdf', { content: text, page: '/CropBox[20 20 600 780]' })),
  shown(one('units.pdf', { content: text, page: '/UserUnit 2' })),
  shown(pdfPages('pages.pdf', [{ content: text }, { content: words('Second') }])),
  shown(before(one('line-break.pdf', { content: text }), '\n')),
  shown(before(one('printer.pdf', { content: text }), '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n')),
  shown(without(one('no-table.pdf', { content: text }), /xref[\s\S]*?(?=trailer)/)),
  shown(without(one('no-end.pdf', { content: text }), /startxref[\s\S]*$/)),
  shown(one('static-form.pdf', { content: text }, { catalog: xfa(field), extra: [template] })),
  {
    file: one('xfa.pdf', { content: wait }, { catalog: xfa(''), extra: [template] }),
    shows: { says: 'This PDF is a form (XFA)' },
  },
  {
    file: one('xfa-with-fields.pdf', { content: wait }, { catalog: xfa(field), extra: [template] }),
    shows: { says: 'This PDF is a form (XFA)' },
  },
  cut('no-shading.pdf', '/S1 sh'),
  cut('bad-pattern.pdf', '/Pattern cs /P1 scn 72 72 99 99 re f', '/Pattern<</P1<</PatternType 9>>>>'),
  cut('bad-state.pdf', '/G1 gs', '/ExtGState<</G1<</Font[99 0 R 2]/SMask<</S/Bogus>>>>>>'),
  {
    file: one(
      'password.pdf',
      { content: text },
      {
        trailer: `/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`,
      },
    ),
    shows: { says: 'This file is password-protected' },
  },
  {
    file: {
      ...one('cut.pdf', { content: text }),
      buffer: Buffer.from(`%PDF-1.7\n%${randomBytes(8).toString('hex')}\n`),
    },
    shows: { says: 'This file could not be read' },
  },
];

/** PDF files of pictures. */
export const PDF_PICTURES: readonly Kind[] = [
  {
    file: pictured('gray.pdf', imageOf('/BitsPerComponent 8/ColorSpace/DeviceGray', pixels(40))),
    shows: { color: DARK },
  },
  {
    file: pictured('rgb.pdf', imageOf('/BitsPerComponent 8/ColorSpace/DeviceRGB', pixels(...RED))),
    shows: { color: RED },
  },
  {
    file: pictured(
      'inverted.pdf',
      imageOf('/BitsPerComponent 8/ColorSpace/DeviceGray/Decode[1 0]', pixels(215)),
    ),
    shows: { color: DARK },
  },
  {
    file: pictured(
      'palette.pdf',
      imageOf('/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 1<000000FE0000>]', pixels(1)),
    ),
    shows: { color: RED },
  },
  {
    file: pictured('one-bit.pdf', imageOf('/BitsPerComponent 1/ColorSpace/DeviceGray', new Uint8Array(8))),
    shows: { color: [0, 0, 0] },
  },
  {
    file: pictured(
      'deflated-picture.pdf',
      imageOf('/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode', deflateSync(pixels(...RED))),
    ),
    shows: { color: RED },
  },
  {
    file: pictured(
      'gray-jpeg.pdf',
      imageOf('/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode', jpegOf([40])),
    ),
    shows: { color: DARK },
  },
  {
    file: pictured(
      'color-jpeg.pdf',
      imageOf('/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode', jpegOf([76, 85, 255])),
    ),
    shows: { color: RED },
  },
  {
    file: pictured(
      'fax.pdf',
      imageOf(
        '/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8>>',
        // Every line is black: white of no length and black of 8, then lines like the one above.
        Buffer.from(
          '001001101010001011111111111111000000000001000000000001'
            .padEnd(56, '0')
            .match(/.{8}/g)
            ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
        ),
      ),
    ),
    shows: { color: [0, 0, 0] },
  },
  {
    file: one('inline.pdf', {
      content: {
        dict: '<<>>',
        stream: `q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /AHx ID FE0000> EI Q`,
      },
    }),
    shows: { color: RED },
  },
  {
    file: pictured('stencil.pdf', imageOf('/BitsPerComponent 1/ImageMask true', new Uint8Array(8))),
    shows: { color: [0, 0, 0] },
  },
  {
    file: pictured(
      'no-jpeg.pdf',
      imageOf('/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode', 'no picture'),
    ),
    shows: INCOMPLETE,
  },
  {
    file: one('no-such-picture.pdf', { content: 'q 612 0 0 792 0 0 cm /Im9 Do Q' }),
    shows: INCOMPLETE,
  },
  {
    file: one('no-such-object.pdf', {
      content: 'q 612 0 0 792 0 0 cm /Im1 Do Q',
      resources: '/XObject<</Im1 99 0 R>>',
    }),
    shows: INCOMPLETE,
  },
  {
    file: pdfPages(
      'other-picture.pdf',
      [{ content: 'q 612 0 0 792 0 0 cm /Im2 Do Q', resources: `/XObject<</Im1 ${firstExtra(1)} 0 R>>` }],
      { extra: [imageOf('/BitsPerComponent 8/ColorSpace/DeviceGray', pixels(40))] },
    ),
    shows: INCOMPLETE,
  },
  { file: pictured('no-jpeg-2000.pdf', imageOf('/Filter/JPXDecode', 'no picture')), shows: INCOMPLETE },
];

const file = (name: string, mimeType: string, buffer: Buffer): TestFile => ({ name, mimeType, buffer });
const png = (
  name: string,
  color: readonly [number, number, number],
  ...given: Parameters<typeof pngOf>
): Kind => ({
  file: file(name, 'image/png', pngOf(...given)),
  shows: { color },
});
const jpeg = (
  name: string,
  color: readonly [number, number, number],
  ...given: Parameters<typeof jpegOf>
): Kind => ({
  file: file(name, 'image/jpeg', jpegOf(...given)),
  shows: { color },
});
const eight = (...values: readonly number[]) => Array.from({ length: 8 }, () => values).flat();

/** Images. */
export const IMAGES: readonly Kind[] = [
  png('gray.png', DARK, 0, 8, eight(40)),
  png('gray-16.png', DARK, 0, 16, eight(40, 40)),
  png('gray-1.png', [255, 255, 255], 0, 1, [255]),
  png('rgb.png', RED, 2, 8, eight(...RED)),
  png('rgb-16.png', RED, 2, 16, eight(254, 254, 0, 0, 0, 0)),
  png('palette.png', RED, 3, 8, eight(1), { palette: [0, 0, 0, ...RED] }),
  png('gray-alpha.png', DARK, 4, 8, eight(40, 255)),
  png('rgba.png', RED, 6, 8, eight(...RED, 255)),
  jpeg('gray.jpg', DARK, [40]),
  jpeg('color.jpg', RED, [76, 85, 255]),
  jpeg('rgb.jpg', RED, RED, { adobe: 0 }),
  jpeg('cmyk.jpg', RED, [254, 0, 0, 255], { adobe: 0 }),
  jpeg('turned.jpg', RED, [76, 85, 255], { orientation: 6 }),
  { file: file('red.gif', 'image/gif', gifOf(RED)), shows: { color: RED } },
  { file: file('red.bmp', 'image/bmp', bmpOf(RED)), shows: { color: RED } },
  {
    file: file('huge.png', 'image/png', pngOf(0, 8, [0], { width: 2 ** 31 - 1, height: 1 })),
    shows: { says: 'This browser cannot show this file' },
  },
  {
    file: file(
      'phone.heic',
      'image/heic',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), randomBytes(8)]),
    ),
    shows: { says: 'This file type (HEIC image) cannot be shown here' },
  },
];

const utf16 = (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le');
const unique = () => randomBytes(4).toString('hex');
const dose = () => `Take 5 µg ${unique()}`;
const note = (name: string, buffer: Buffer): Kind => ({
  file: file(name, 'text/plain', buffer),
  shows: { text: 'Take 5 µg' },
});

/** Text in each encoding. */
export const TEXTS: readonly Kind[] = [
  note('utf-8.txt', Buffer.from(dose())),
  note('marked.txt', Buffer.from(`\ufeff${dose()}`)),
  note('windows.txt', Buffer.from(dose(), 'latin1')),
  note('utf-16.txt', utf16(dose())),
  note('utf-16-big.txt', utf16(dose()).swap16()),
  note('utf-16-unmarked.txt', utf16(dose()).subarray(2)),
  note('table.csv', Buffer.from(`name;dose\nAnn;${dose()}`)),
  {
    file: file('assumed.txt', 'text/plain', Buffer.from(dose(), 'latin1')),
    shows: { says: 'It is shown as Windows-1252' },
  },
];
