import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { render, screen } from '@testing-library/react';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { expect, it } from 'vitest';
import { QrCode } from './QrCode.tsx';

const PIXELS_OF_MODULE = 4;

/** The picture of the squares in the path of a code. */
function pictureOf(svg: HTMLElement) {
  const [edge = 0, , side = 0] = svg.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
  const width = side * PIXELS_OF_MODULE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  const path = svg.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < PIXELS_OF_MODULE; row += 1)
      for (let column = 0; column < PIXELS_OF_MODULE; column += 1) {
        const top = (Number(y) - edge) * PIXELS_OF_MODULE + row;
        const left = (Number(x) - edge) * PIXELS_OF_MODULE + column;
        data.set([0, 0, 0], (top * width + left) * 4);
      }
  return { data, width, height: width, colorSpace: 'srgb' as const };
}

it('is read by a scanner, and has a name', async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } });
  const text =
    'otpauth://totp/Harbor%20Pain:abyron?issuer=Harbor%20Pain&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';
  render(<QrCode text={text} label="QR code of a key" />);
  const picture = pictureOf(screen.getByRole('img', { name: 'QR code of a key' }));
  const [found] = await readBarcodes(picture);
  expect(found).toMatchObject({ format: 'QRCode', text });
});
