import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from '@playwright/test';

/** CPU time of the main thread in milliseconds. */
export interface PageCost {
  /** Everything, the parts below and painting included. */
  readonly all: number;
  readonly script: number;
  readonly layout: number;
  readonly style: number;
}

const METRICS = {
  all: 'TaskDuration',
  script: 'ScriptDuration',
  layout: 'LayoutDuration',
  style: 'RecalcStyleDuration',
} as const;
const READ_EVERY_MS = 100;
const IDLE_READS = 4;
/** A read itself costs less. */
const IDLE_MS = 3;

/** Measures what a click costs until the page has been idle for a while. */
export type MeasureClick = (target: Locator) => Promise<PageCost>;

/** Starts measuring. CPU time instead of elapsed time: other programs on the machine hardly change it. */
export async function measureClicks(page: Page): Promise<MeasureClick> {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async (target) => {
    await target.hover();
    const before = await idle(chrome);
    // The pointer is there already: `click` would run checks in the page.
    await page.mouse.down();
    await page.mouse.up();
    const after = await idle(chrome);
    return {
      all: after.all - before.all,
      script: after.script - before.script,
      layout: after.layout - before.layout,
      style: after.style - before.style,
    };
  };
}

async function idle(chrome: CDPSession): Promise<PageCost> {
  let last = await read(chrome);
  for (let idleReads = 0; idleReads < IDLE_READS;) {
    await wait(READ_EVERY_MS);
    const now = await read(chrome);
    idleReads = now.all - last.all < IDLE_MS ? idleReads + 1 : 0;
    last = now;
  }
  return last;
}

async function read(chrome: CDPSession): Promise<PageCost> {
  const { metrics } = await chrome.send('Performance.getMetrics');
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return {
    all: of(METRICS.all),
    script: of(METRICS.script),
    layout: of(METRICS.layout),
    style: of(METRICS.style),
  };
}
