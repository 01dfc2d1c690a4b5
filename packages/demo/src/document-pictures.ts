import { crc32, deflateSync } from 'node:zlib';

/** An image in memory: red, green and blue of each pixel, row by row. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}
type Color = readonly [red: number, green: number, blue: number];

/** Letters of 5 × 7 pixels, five bits per row. Missing characters are blank. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 6, 8, 16, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '-': [0, 0, 0, 14, 0, 0, 0],
  '/': [1, 1, 2, 4, 8, 16, 16],
};

/** An insurance card as PNG: the insurer’s name with lines of text below. */
export function insuranceCard(insurer: string, lines: readonly string[]): Buffer {
  const picture = blank(680, 430, [246, 248, 250]);
  fill(picture, { left: 0, top: 0, width: 680, height: 92 }, [24, 74, 120]);
  fill(picture, { left: 0, top: 92, width: 680, height: 8 }, [201, 120, 40]);
  print(picture, insurer, { left: 28, top: 36, size: 3, color: [255, 255, 255] });
  lines.forEach((line, index) => {
    print(picture, line, { left: 28, top: 136 + index * 46, size: 3, color: [32, 44, 58] });
  });
  return png(picture);
}

/** An X-ray of two long bones and their joint, as PNG. `turn` varies the image. */
export function film(turn: number): Buffer {
  const width = 270;
  const height = 345;
  const picture = blank(width, height, [0, 0, 0]);
  for (let y = 0; y < height; y += 1) {
    const gap = Math.abs(y - height / 2) < 5 ? 0.35 : 1;
    const flare = Math.exp(-(((y - height / 2) / 45) ** 2));
    for (let x = 0; x < width; x += 1) {
      const off = (x - width / 2 - ((turn % 9) - 4) * ((y - height / 2) / 45)) / (28 + 26 * flare);
      const bone = Math.exp(-(off ** 4)) * gap * (0.75 + 0.25 * Math.abs(off));
      const tissue = Math.exp(-(((x - width / 2) / 98) ** 4)) * 0.28;
      const grain = ((x * 7 + y * 13 + turn * 31) % 11) / 220;
      const light = Math.min(255, Math.round(255 * Math.min(1, tissue + bone * 0.7 + grain)));
      picture.data.fill(light, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  print(picture, turn % 2 === 0 ? 'R' : 'L', { left: 20, top: 20, size: 4, color: [235, 235, 235] });
  return png(picture);
}

function blank(width: number, height: number, color: Color): Picture {
  return { width, height, data: Buffer.alloc(width * height * 3, Buffer.from(color)) };
}

function fill(
  { width, data }: Picture,
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  color: Color,
): void {
  for (let y = box.top; y < box.top + box.height; y += 1)
    data.fill(Buffer.from(color), (y * width + box.left) * 3, (y * width + box.left + box.width) * 3);
}

function print(
  picture: Picture,
  text: string,
  { left, top, size, color }: { left: number; top: number; size: number; color: Color },
): void {
  Array.from(text.toUpperCase()).forEach((letter, index) => {
    const x = left + index * 6 * size;
    if (x + 6 * size > picture.width) return;
    (LETTERS[letter] ?? []).forEach((bits, row) => {
      for (let column = 0; column < 5; column += 1)
        if ((bits >> (4 - column)) & 1)
          fill(picture, { left: x + column * size, top: top + row * size, width: size, height: size }, color);
    });
  });
}

function png({ width, height, data }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), data.subarray(y * width * 3, (y + 1) * width * 3)]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
