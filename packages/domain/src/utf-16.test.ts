import { expect, it } from 'vitest';
import { utf16Of } from './utf-16.ts';

it.each([
  [[0xff, 0xfe], { encoding: 'utf-16le', isMarked: true }],
  [[0xfe, 0xff, 0, 0x61], { encoding: 'utf-16be', isMarked: true }],
  [[0x61, 0, 0x62, 0], { encoding: 'utf-16le', isMarked: false }],
  [[0, 0x61, 0, 0x62], { encoding: 'utf-16be', isMarked: false }],
  [[0x61, 0x62, 0x63, 0x64], undefined],
  [[0, 0, 0, 0], undefined],
  [[0x61, 0], undefined],
  [[0x61, 0, 0, 0], undefined],
  [[], undefined],
])('%j is %j', (start, expected) => {
  expect(utf16Of(Uint8Array.from(start))).toEqual(expected);
});
