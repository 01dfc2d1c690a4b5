import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { todayIn } from '@portal/domain/date';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pdfPages } from '#test/pdf-text.ts';
import { COMMANDS } from './run.ts';
import { Child, INIT_ANSWERS, run, type Ended } from './test/child.ts';
import { makePortalFolder } from './test/portal-folder.ts';

const DEFAULT_ZONE = 'America/New_York';
const BACKUP_PASSPHRASE = 'Copper-Lantern-Meadow-7';

/** A zone where it is another day than in the default one. */
const ZONE =
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => today(zone) !== today(DEFAULT_ZONE)) ?? '';

function today(zone: string): string {
  return todayIn(zone, new Date());
}

let folder: string;
let DATA_DIR: string;

beforeAll(async () => {
  folder = await makePortalFolder();
  DATA_DIR = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const command = (args: readonly string[], settings: Record<string, string> = {}, input = '') =>
  run(args, { DATA_DIR, BACKUP_PASSPHRASE, ...settings }, input);

const backupFile = () => join(folder, 'settings.age');

/** Runs each command, in this order, and checks what it uses of the stored practice. */
const TRIALS: Readonly<Record<keyof typeof COMMANDS, () => Promise<Ended | undefined>>> = {
  // The demo has a practice of its own.
  demo: async () => undefined,
  init: async () => command(['init', ...INIT_ANSWERS, '--time-zone', ZONE]),
  serve: async () => {
    const nightly = join(folder, 'nightly');
    await mkdir(nightly);
    const portal = new Child(['serve'], { DATA_DIR, BACKUP_PASSPHRASE, BACKUP_DIR: nightly });
    await portal.origin();
    const date = today(ZONE).replaceAll('-', '');
    await vi.waitFor(
      async () => expect(await readdir(nightly)).toEqual([expect.stringMatching(`^portal-${date}-`)]),
      { timeout: 60_000 },
    );
    portal.signal('SIGTERM');
    return portal.ended();
  },
  'recovery-sheet': async () => {
    const sheet = join(folder, 'sheet.pdf');
    const ended = await command(['recovery-sheet', sheet]);
    const text = (await pdfPages(await readFile(sheet))).join('\n');
    expect(text).toContain('Harbor Pain');
    expect(text).not.toMatch(/Medical Practice|E[SD]T/);
    const [year = '', month = '', day = ''] = today(ZONE).split('-');
    expect(text).toContain(`Printed ${month}/${day}/${year}`);
    return ended;
  },
  import: async () => {
    const path = join(folder, 'born.csv');
    const later = [today(ZONE), today(DEFAULT_ZONE)].toSorted().at(-1) ?? '';
    const [year = '', month = '', day = ''] = later.split('-');
    await writeFile(path, `First Name,Last Name,DOB\nJane,Roe,${month}/${day}/${year}\n`);
    const ended = await command(['import', 'patients', path, '--dry-run']);
    const isToday = later === today(ZONE);
    expect(ended.out).toContain(isToday ? '1 to import, 0 with errors' : '0 to import, 1 with errors');
    return ended;
  },
  doctor: async () => {
    const ended = await command(['doctor']);
    expect(ended.out).toContain(`ok      practice: Harbor Pain, ${ZONE}`);
    return ended;
  },
  'reset-admin': () => command(['reset-admin', 'abyron', '--yes']),
  migrate: () => command(['migrate']),
  backup: () => command(['backup', backupFile()]),
  'verify-audit': () => command(['verify-audit']),
  'rotate-key': () => command(['rotate-key', '--yes']),
  'restore-key': async () => {
    const key = await readFile(join(DATA_DIR, 'keys/master.key'), 'utf8');
    return command(['restore-key'], { DATA_DIR: join(folder, 'restored') }, key);
  },
  restore: () => command(['restore', backupFile()], { DATA_DIR: join(folder, 'restored') }),
};

it('has a trial for every command', () => {
  expect(Object.keys(TRIALS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

it('every command uses the practice’s stored name and time zone', async () => {
  for (const [name, trial] of Object.entries(TRIALS)) {
    const ended = await trial();
    expect(`${name}: ${ended?.out}${ended?.err}`).not.toMatch(
      /Medical Practice|America\/New_York|\bE[SD]T\b/,
    );
  }
});
