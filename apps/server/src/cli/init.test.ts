import { failingCases } from '#features/templates/publish-check.ts';
import { loadParts } from '#features/templates/transfer/template-parts.ts';
import { listAllWithContent } from '#features/templates/template-repo.ts';
import { verifyAuditLog } from '#audit/verify.ts';
import { openTestPortal, portalForTest } from '#test/harness.ts';
import { readConfig } from '#platform/config.ts';
import { makeUser } from '#test/factories.ts';
import { TEST_KEYS } from '#test/settings.ts';
import { officeList } from '@portal/contract/offices';
import { login } from '@portal/contract/session';
import { practice } from '@portal/contract/system';
import { describe, expect, it } from 'vitest';
import { problemOf, readFlags, type Answers } from './init-answers.ts';
import { findZones } from './init-questions.ts';
import { setUpPractice } from './set-up-practice.ts';

const ANSWERS: Answers = {
  practice: 'Harbor Pain',
  timeZone: 'America/Chicago',
  office: 'Main Street',
  address: '1 Main Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60601',
  phone: '3125550142',
  firstName: 'Ada',
  lastName: 'Lovelace',
  starter: false,
};

describe('setting up a practice', () => {
  it('creates the SuperAdmin in the first office, and the portal uses the stored name and zone', async () => {
    const portal = await portalForTest();
    const { account, loaded } = await setUpPractice(portal.deps, ANSWERS);
    expect(loaded).toBeNull();
    const reopened = await openTestPortal({ sameDatabaseAs: portal });
    const overridden = await openTestPortal({
      sameDatabaseAs: portal,
      env: { PRACTICE_NAME: 'Other', PRACTICE_TIME_ZONE: 'UTC' },
    });
    try {
      const body = { username: account.userName, password: account.temporaryPassword };
      const { token, user } = await reopened.succeed(login, { body });
      expect(user).toMatchObject({ roles: ['SuperAdmin'], mustChangePassword: true });
      const { rows } = await portal.owner.query(
        'select o.name from users u join offices o on o.id = u.office_id where u.must_change_password',
      );
      expect(rows).toEqual([{ name: 'Main Street' }]);
      await portal.owner.query('update users set must_change_password = false');
      expect(await reopened.succeed(practice, {}, { token })).toMatchObject({
        name: 'Harbor Pain',
        timeZone: 'America/Chicago',
      });
      expect(await overridden.succeed(practice, {}, { token })).toMatchObject({
        name: 'Other',
        timeZone: 'UTC',
      });
      expect(await reopened.succeed(officeList, { query: {} }, { token })).toMatchObject([
        { name: 'Main Street', state: 'IL', phone: '3125550142' },
      ]);
    } finally {
      await reopened.close();
      await overridden.close();
    }
  });

  it('loads starter content whose test cases pass, with an intact audit log', async () => {
    const portal = await portalForTest();
    const { loaded } = await setUpPractice(portal.deps, { ...ANSWERS, starter: true });
    expect(loaded).toMatchObject({ templates: 17, titles: 2 });
    const { db } = portal.deps;
    const templates = await listAllWithContent(db);
    for (const template of templates) {
      const parts = await db.transaction().execute((tx) => loadParts(tx, template));
      const { name, is_active: isActive } = template;
      const failing = await failingCases(parts);
      const all = parts.cases.length;
      expect({ name, isActive, failing, all }).toEqual({ name, isActive: true, failing: [], all: 3 });
    }
    const { rows } = await portal.owner.query(
      `select (select count(*)::int from billing_codes where is_active) as codes,
        (select count(*)::int from titles) as titles, (select count(*)::int from patients) as patients,
        (select count(*)::int from template_categories) as categories,
        (select count(*)::int from billing_code_rules) as rules, (select count(*)::int from audit_log
          where entity_type = 'BillingCodeRule' and action = 'Created') as audited`,
    );
    expect(rows).toMatchObject([{ codes: loaded?.codes, titles: 7, patients: 0, categories: 4 }]);
    expect(rows[0].audited).toBe(rows[0].rules);
    expect((await verifyAuditLog(db, TEST_KEYS.audit)).firstBad).toBeNull();
  });

  it('happens once when several run at the same time, and never with a SuperAdmin', async () => {
    const portal = await portalForTest();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => setUpPractice(portal.deps, ANSWERS)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => String(reason))).toEqual(
      Array.from({ length: 4 }, () =>
        expect.stringContaining('A SuperAdmin already exists. Ask them to add users in the portal.'),
      ),
    );
    const { rows } = await portal.owner.query('select count(*)::int as count from offices');
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('leaves nothing behind when a step fails', async () => {
    const portal = await portalForTest();
    // A code of the starter catalog in the way makes no difference, a title does.
    await portal.owner.query(
      `insert into titles (code, description, display_order) values ('APRN', 'Existing', 9)`,
    );
    await expect(setUpPractice(portal.deps, { ...ANSWERS, starter: true })).rejects.toThrow(
      'This title already exists',
    );
    const { rows } = await portal.owner.query(
      `select (select count(*) from users) + (select count(*) from offices) + (select count(*) from practice)
        + (select count(*) from billing_codes) + (select count(*) from audit_log) as left`,
    );
    expect(rows).toEqual([{ left: '0' }]);
  });

  it('is refused while a user with the role exists', async () => {
    const portal = await portalForTest();
    await makeUser(portal, { roles: ['SuperAdmin'], isActive: false });
    await expect(setUpPractice(portal.deps, ANSWERS)).rejects.toThrow('A SuperAdmin already exists');
  });
});

describe('the questions of init', () => {
  it('check each answer', () => {
    expect(problemOf('state', 'XX')).toBe('State must be a two-letter US state code');
    expect(problemOf('firstName', ' ')).toBe('First name is required');
    expect(problemOf('phone', '(312) 555-0142')).toBeNull();
  });

  it('offer the zones of the United States, and every zone to those who search', () => {
    expect(findZones('')[0]).toBe('America/New_York');
    expect(findZones('new york')).toEqual(['America/New_York']);
    expect(findZones('berlin')).toEqual(['Europe/Berlin']);
    expect(findZones('indianapolis')).toEqual(['America/Indiana/Indianapolis']);
    expect(problemOf('timeZone', 'America/Kentucky/Louisville')).toBeNull();
  });

  it('are answered by the settings for the practice', () => {
    const config = readConfig({ PRACTICE_NAME: 'From settings', PRACTICE_TIME_ZONE: 'UTC' });
    expect(readFlags(config, { texts: { practice: 'Flag' }, starter: false }, { mayAsk: true })).toEqual({
      practice: 'From settings',
      timeZone: 'UTC',
      starter: false,
    });
  });
});

/** Why `init` refuses this file for the recovery sheet; blank if it does not. */
function refusal(recoverySheet: string): string {
  try {
    readFlags(readConfig({}), { texts: {}, recoverySheet }, { mayAsk: true });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('flags that cannot work are named before anything is asked', () => {
  it.each([
    ['/none/sheet.pdf', /--recovery-sheet: The folder \/none does not exist\. Create it first/],
    ['/etc/hosts/sheet.pdf', /--recovery-sheet: /],
    ['/etc/hosts', /--recovery-sheet: \/etc\/hosts already exists/],
    ['', /--recovery-sheet: The name of a file is missing/],
  ])('the recovery sheet %j', (file, expected) => {
    expect(refusal(file)).toMatch(expected);
  });
});
