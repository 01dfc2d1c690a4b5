import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

afterEach(() => {
  noteServerTime(new Date().toISOString());
  vi.useRealTimers();
});

it('is the server’s time, whatever the clock of the computer says', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T08:00:00Z') });
  noteServerTime('2026-11-21T15:00:00.000Z');
  noteServerTime('not a time');
  expect(serverNow().toISOString()).toBe('2026-11-21T15:00:00.000Z');
  vi.setSystemTime(Date.parse('2026-11-20T08:01:00Z'));
  expect(serverNow().toISOString()).toBe('2026-11-21T15:01:00.000Z');
});

it('is used by every feature instead of the computer’s current date', () => {
  const folder = path.join(import.meta.dirname, '../features');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !name.includes('.test.') &&
      readFileSync(path.join(folder, name), 'utf8').includes('new Date()'),
  );
  expect(found).toEqual([]);
});
