import { expect, it } from 'vitest';
import { makeUser } from '#test/factories.ts';
import { portalForTest } from '#test/harness.ts';
import { requireAnotherSuperAdmin } from './authority.ts';

it('keeps the last active SuperAdmin, even if there are inactive ones and Admins', async () => {
  const portal = await portalForTest();
  const { db } = portal.deps;
  const last = await makeUser(portal, { roles: ['SuperAdmin'] });
  await makeUser(portal, { roles: ['SuperAdmin'], isActive: false });
  await makeUser(portal, { roles: ['Admin'] });
  const message = 'This is the last active SuperAdmin. Make someone else SuperAdmin first.';
  await expect(requireAnotherSuperAdmin(db, last.id, 'roleIds')).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { message, errors: { roleIds: [message] } },
  });
  await makeUser(portal, { roles: ['SuperAdmin'] });
  await expect(requireAnotherSuperAdmin(db, last.id)).resolves.toBeUndefined();
});
