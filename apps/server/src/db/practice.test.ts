import { timeZones } from '@portal/domain/time-zone';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listWorkRules, putWorkRules } from '#features/timecards/reports/work-rules-repo.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { portalForTest } from '#test/harness.ts';
import { assertKnownZone, readSettings, storePractice } from './practice.ts';

it('the database knows the current name of every time zone', async () => {
  const { db } = (await portalForTest()).deps;
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(db);
  const known = new Set(rows.map(({ name }) => name));
  expect(timeZones().filter((zone) => !known.has(zone))).toEqual([]);
});

it('refuses a time zone that the database does not know, and says what to do', async () => {
  const { db } = (await portalForTest()).deps;
  const check = assertKnownZone(db, 'America/Atlantis');
  await expect(check).rejects.toThrow(OperatorError);
  await expect(check).rejects.toThrow(
    'The database does not know the time zone America/Atlantis. Update the time zone data of its server',
  );
  await assertKnownZone(db, 'America/Indiana/Indianapolis');
});

it('reads time zones that were stored under an old name under the current one', async () => {
  const portal = await portalForTest();
  const { db, config } = portal.deps;
  await storePractice(db, { name: 'Harbor Pain', timeZone: 'America/Indianapolis' });
  const { fixedPractice } = config;
  const settings = await readSettings(
    { ...config, fixedPractice: { ...fixedPractice, timeZone: undefined } },
    db,
  );
  expect(settings.practice.timeZone).toBe('America/Indiana/Indianapolis');

  await putWorkRules(db, {
    effective_from: '2026-01-01',
    time_zone: 'America/Louisville',
    weekly_overtime: 144_000,
    daily_overtime: null,
  });
  const rules = await listWorkRules(db);
  expect(rules.map(({ time_zone: zone }) => zone)).toContain('America/Kentucky/Louisville');
});
