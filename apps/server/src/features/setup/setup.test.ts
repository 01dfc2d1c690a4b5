import { locationHeaderSave } from '@portal/contract/location-headers';
import { setupChecklist } from '@portal/contract/setup';
import { describe, expect, it } from 'vitest';
import { saveSheetFingerprint } from '#db/practice.ts';
import { TEST_KEYS } from '#test/settings.ts';
import { makeOffice, makePatient, makeShift, makeUser, signedInAs } from '#test/factories.ts';
import { portalForTest } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';

describe('the setup checklist', () => {
  it('has no steps for a practice that was not set up with init', async () => {
    const portal = await portalForTest();
    const superAdmin = await signedInAs(portal, 'SuperAdmin');
    expect(await portal.succeed(setupChecklist, {}, superAdmin)).toEqual({ steps: [] });
  });

  it('knows from the settings whether backups are made every night', async () => {
    const env = { BACKUP_DIR: '/srv/backups', BACKUP_PASSPHRASE: 'correct horse battery' };
    const portal = await portalForTest({ env });
    await portal.owner.query(`insert into practice (name, time_zone) values ('Harbor', 'UTC')`);
    const { steps } = await portal.succeed(setupChecklist, {}, await signedInAs(portal, 'SuperAdmin'));
    expect(steps.find(({ step }) => step === 'backup')).toEqual({ step: 'backup', isDone: true });
  });

  it('follows what the practice has', async () => {
    const portal = await portalForTest();
    await portal.owner.query(`insert into practice (name, time_zone) values ('Harbor', 'UTC')`);
    const superAdmin = await signedInAs(portal, 'SuperAdmin');
    const done = async () =>
      (await portal.succeed(setupChecklist, {}, superAdmin)).steps.flatMap(({ step, isDone }) =>
        isDone ? [step] : [],
      );
    expect(await done()).toEqual([]);
    const officeId = await makeOffice(portal);
    expect(await done()).toEqual(['offices']);
    const { id } = await makeUser(portal, { roles: ['Staff'] });
    await makeTemplate(portal);
    expect(await done()).toEqual(['offices', 'users', 'templates']);
    const body = { locationId: officeId, headerHTML: '', footerHTML: '' };
    await portal.succeed(locationHeaderSave, { body }, superAdmin);
    expect(await done()).not.toContain('headers');
    await portal.succeed(locationHeaderSave, { body: { ...body, headerHTML: '<p>Harbor</p>' } }, superAdmin);
    await makeShift(portal, id, 1);
    expect(await done()).toEqual(['offices', 'users', 'templates', 'headers', 'schedule']);
    await portal.owner.query('update users set totp_enabled = true where id = $1', [superAdmin.id]);
    expect(await done()).toContain('twoFactor');
    expect(await done()).not.toContain('secondSuperAdmin');
    await makeUser(portal, { roles: ['SuperAdmin', 'Staff'] });
    expect(await done()).not.toContain('twoFactor');
    expect(await done()).toContain('secondSuperAdmin');
    await makePatient(portal);
    expect(await done()).toContain('patients');
    await saveSheetFingerprint(portal.deps.db, TEST_KEYS.fingerprint);
    expect(await done()).toContain('recoverySheet');
    await saveSheetFingerprint(portal.deps.db, Buffer.alloc(32, 9));
    expect(await done()).not.toContain('recoverySheet');
    await makeOffice(portal);
    expect(await done()).not.toContain('headers');
  });
});
