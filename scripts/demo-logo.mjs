import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { root } from './lib/paths.mjs';

/** Draws the logo of the demo practice: a spine like a sail, above the waves of a harbor. Run: node scripts/demo-logo.mjs */
const SIZE = 200;
const NAVY = '#12355b';
const TEAL = '#1f7a8c';
const ORANGE = '#e07a1f';
const canvas = createCanvas(SIZE, SIZE);
const context = canvas.getContext('2d');
context.fillStyle = '#fff';
context.fillRect(0, 0, SIZE, SIZE);

/** Vertebrae, from the neck down: they grow along the curve of a back. */
for (let at = 0; at < 7; at += 1) {
  const [x, y] = [96 + 16 * Math.sin(at / 1.6), 20 + at * 19];
  const [width, height] = [34 + at * 5, 13];
  context.fillStyle = at === 4 ? ORANGE : NAVY;
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, 6);
  context.fill();
}
context.lineWidth = 9;
context.lineCap = 'round';
for (const { y, color } of [
  { y: 164, color: TEAL },
  { y: 184, color: NAVY },
]) {
  context.strokeStyle = color;
  context.beginPath();
  context.moveTo(18, y);
  for (let x = 18; x <= 182; x += 2) context.lineTo(x, y + 6 * Math.sin(((x - 18) / 164) * 4 * Math.PI));
  context.stroke();
}
await writeFile(join(root, 'packages/demo/assets/logo.png'), canvas.toBuffer('image/png'));
