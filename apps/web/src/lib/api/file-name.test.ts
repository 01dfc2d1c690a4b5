import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it.each([
  ['attachment; filename="order_20261121-101500.pdf"', 'order_20261121-101500.pdf'],
  [`attachment; filename="M?ller.pdf"; filename*=UTF-8''M%C3%BCller.pdf`, 'Müller.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  [String.raw`inline; filename="C:\\scans\\knee.png"`, 'knee.png'],
  [String.raw`attachment; filename="the \"left\" knee.pdf"`, 'the "left" knee.pdf'],
  ['attachment; filename=" knee.pdf "', 'knee.pdf'],
  ['attachment; filename="scans/"', null],
  ['attachment', null],
  ['', null],
  [null, null],
])('reads %j as the file name %j', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
