import { codeChangeList } from '@portal/contract/code-changes';
import { notificationList } from '@portal/contract/notifications';
import { userPreferences } from '@portal/contract/users';
import { DEFAULT_PREFERENCES } from '@portal/contract/preferences';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { loadedCodeFile } from '#test/code-file-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/** Noon in the practice's time zone. */
const on = (day: string) => new Date(`${day}T17:00:00.000Z`);

describe('the end of a loaded edition', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  beforeEach(async () => {
    await portal.owner.query('delete from code_files');
    await portal.owner.query('delete from code_edition_notices');
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const maintain = (day: string) => runMaintenance({ ...portal.deps, clock: { now: () => on(day) } });
  const texts = async (user = admin) =>
    (await portal.succeed(notificationList, { query: {} }, user)).data
      .filter(({ kind }) => kind === 'CodesEnding')
      .map(({ text }) => text);
  const load = (from: string, to: string) => loadedCodeFile(portal, { kind: 'mue', from, to });
  const TEXT = 'NCCI unit limits (MUE): the newest loaded edition is valid until 12/31/2026';

  it('is announced to administrators once, 30 days before', async () => {
    // An edition can come in several files.
    await load('2026-10-01', '2026-12-31');
    await load('2026-10-01', '2026-12-31');
    await maintain('2026-11-30');
    expect(await texts()).toEqual([]);
    await maintain('2026-12-01');
    await maintain('2026-12-15');
    expect(await texts()).toEqual([TEXT]);
    expect(await texts(await signedInAs(portal, 'Staff'))).toEqual([]);
    // By then, old notifications have been removed.
    await maintain('2027-02-01');
    expect(await texts()).toEqual([]);
  });

  it('is announced after the end, if the file was loaded late, and for each kind', async () => {
    await load('2026-07-01', '2026-09-30');
    await loadedCodeFile(portal, { kind: 'hcpcs', from: '2026-07-01', to: '2026-09-30' });
    await loadedCodeFile(portal, { kind: 'icd10', from: '2026-10-01', to: '2027-09-30' });
    await maintain('2026-11-28');
    expect((await texts()).toSorted()).toEqual([
      'HCPCS Level II: the newest loaded edition is valid until 09/30/2026',
      'NCCI unit limits (MUE): the newest loaded edition is valid until 09/30/2026',
    ]);
  });

  it('is no longer announced when a newer edition is loaded, or the file is undone', async () => {
    await load('2026-10-01', '2026-12-31');
    await maintain('2026-12-01');
    await load('2027-01-01', '2027-03-31');
    expect(await texts()).toEqual([]);
    await portal.owner.query(`update code_files set state = 'Undone' where edition_from = '2027-01-01'`);
    expect(await texts()).toEqual([TEXT]);
    await portal.owner.query(`update code_files set state = 'Undone'`);
    expect(await texts()).toEqual([]);
  });

  it('is not announced to those who turned it off', async () => {
    const body = { ...DEFAULT_PREFERENCES, mutedNotifications: ['CodesEnding' as const] };
    await portal.succeed(userPreferences, { body }, admin);
    await load('2026-10-01', '2026-12-31');
    await maintain('2026-12-01');
    expect(await texts()).toEqual([]);
  });

  it('is on the page', async () => {
    await load('2026-07-01', '2026-09-30');
    const { endings } = await portal.succeed(codeChangeList, { query: {} }, admin);
    expect(endings).toMatchObject([{ kind: 'mue', validTo: '2026-09-30', hasEnded: true }]);
  });
});
