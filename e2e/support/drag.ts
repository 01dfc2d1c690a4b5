import { expect, type Page } from '@playwright/test';
import { button } from './template-screens.ts';

/** Minimum distance of rows that have swapped places, in CSS pixels. */
const ROOM = 16;

/**
 * Drags a row by its handle past another row’s handle, like a user: follows the other row when it moves and drops
 * when both have swapped places and stay there.
 */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  const { start, end } = await pickUp(page, from, to);
  const direction = Math.sign(end.y - start.y);
  let settledChecks = 0;
  await expect
    .poll(async () => {
      const [carried, other] = [await middleOf(page, from), await middleOf(page, to)];
      const isPast = (carried.y - other.y) * direction > ROOM;
      settledChecks = isPast ? settledChecks + 1 : 0;
      if (!isPast) await page.mouse.move(start.x, other.y + direction * 4, { steps: 4 });
      return settledChecks;
    })
    .toBeGreaterThan(3);
  await page.mouse.up();
}

/** Drags a row to a row of another list, where it cannot be dropped. It returns to its place and is dropped there. */
export async function dragInVain(page: Page, from: string, to: string): Promise<void> {
  const { start, end } = await pickUp(page, from, to);
  const away = async (y: number) => {
    await page.mouse.move(start.x, y + 1);
    await page.mouse.move(start.x, y);
    return Math.abs((await middleOf(page, from)).y - start.y);
  };
  await expect.poll(() => away(start.y + Math.sign(end.y - start.y) * 2 * ROOM)).toBeGreaterThan(ROOM);
  await expect.poll(() => away(end.y)).toBeLessThan(1);
  await page.mouse.up();
}

async function pickUp(page: Page, from: string, to: string): Promise<{ start: Point; end: Point }> {
  await button(page, from).scrollIntoViewIfNeeded();
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 8, { steps: 2 });
  await page.mouse.move(start.x, end.y, { steps: 10 });
  return { start, end };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middleOf(page: Page, handle: string): Promise<Point> {
  const place = await button(page, handle).boundingBox();
  if (place === null) throw new Error(`"${handle}" is not visible`);
  return { x: place.x + place.width / 2, y: place.y + place.height / 2 };
}
