import {
  ipWhitelistAdd,
  ipWhitelistDelete,
  ipWhitelistList,
  ipWhitelistUpdate,
  officeList,
} from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makeUser, signedInAs, signIn, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const entry = (ipAddress: string, more: Record<string, unknown> = {}) => ({
  ipAddress,
  description: 'Front desk',
  expiresAt: null,
  ...more,
});

describe('IP whitelist', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());
  const add = (officeId: string, body: ReturnType<typeof entry>) =>
    portal.succeed(ipWhitelistAdd, { params: { id: officeId }, body }, admin);
  const inMinutes = (minutes: number) =>
    new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString();

  describe('200 and 201', () => {
    it('adds an entry, lists its fields and counts it for the office', async () => {
      const id = await makeOffice(portal);
      const added = await add(id, entry('10.1.2.3'));
      expect(added).toMatchObject({ ipAddress: '10.1.2.3', description: 'Front desk', expiresAt: null });
      expect(added.createdAt).toBe(portal.clock.now().toISOString());
      expect(await portal.succeed(ipWhitelistList, { params: { id } }, admin)).toEqual([added]);
      const office = (await portal.succeed(officeList, {}, admin)).find((row) => row.id === id);
      expect(office?.ipWhitelists).toEqual([added]);
      expect(await auditOf(portal, 'OfficeIpWhitelist', added.id)).toMatchObject([
        { action: 'Created', user_id: admin.id, new_values: { officeId: id, ipAddress: '10.1.2.3' } },
      ]);
    });

    it.each([
      ['192.168.7.0/24', '192.168.7.0/24'],
      ['10.0.0.9/32', '10.0.0.9'],
      ['2001:db8::/32', '2001:db8::/32'],
      ['2001:DB8:0::1', '2001:db8::1'],
      ['::ffff:10.9.8.7', '10.9.8.7'],
    ])('stores %s as %s', async (entered, stored) => {
      const id = await makeOffice(portal);
      expect((await add(id, entry(entered))).ipAddress).toBe(stored);
    });

    it('changes description and expiration only', async () => {
      const id = await makeOffice(portal);
      const added = await add(id, entry('10.1.2.3'));
      const expiresAt = inMinutes(60);
      const params = { id, entryId: added.id };
      const changed = await portal.succeed(
        ipWhitelistUpdate,
        { params, body: { description: 'Back office', expiresAt, version: added.version } },
        admin,
      );
      expect(changed).toEqual({ ...added, description: 'Back office', expiresAt, version: 2 });
      const withAddress = await portal.raw({
        method: 'PUT',
        url: `/api/office/${id}/ip-whitelist/${added.id}`,
        token: admin.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ description: null, expiresAt: null, ipAddress: '10.0.0.1' }),
      });
      expect(withAddress).toMatchObject({
        status: 400,
        body: { errors: { ipAddress: ['Unknown field'] } },
      });
    });

    it('keeps a past expiration when only the description is edited', async () => {
      const id = await makeOffice(portal);
      const added = await add(id, entry('10.1.2.3', { expiresAt: inMinutes(1) }));
      const { expiresAt } = added;
      await portal.owner.query(
        "update office_ip_whitelist set expires_at = expires_at - interval '1 hour' where id = $1",
        [added.id],
      );
      const params = { id, entryId: added.id };
      const past = new Date(new Date(expiresAt ?? '').getTime() - 3_600_000).toISOString();
      const body = { description: 'Corrected', expiresAt: past };
      expect(await portal.succeed(ipWhitelistUpdate, { params, body }, admin)).toMatchObject(body);
      const other = { description: 'Corrected', expiresAt: inMinutes(-5) };
      expect(await portal.call(ipWhitelistUpdate, { params, body: other }, admin)).toMatchObject({
        status: 400,
      });
    });

    it('removes an entry', async () => {
      const id = await makeOffice(portal);
      const added = await add(id, entry('10.1.2.3'));
      const params = { id, entryId: added.id };
      expect((await portal.call(ipWhitelistDelete, { params }, admin)).status).toBe(204);
      expect(await portal.succeed(ipWhitelistList, { params: { id } }, admin)).toEqual([]);
      expect((await portal.call(ipWhitelistDelete, { params }, admin)).status).toBe(404);
    });
  });

  describe('400', () => {
    it.each([
      ['', 'IP address is required'],
      ['300.1.1.1', 'Enter a valid IPv4 or IPv6 address, or a network such as 192.168.1.0/24'],
      ['10.0.0', 'Enter a valid IPv4 or IPv6 address, or a network such as 192.168.1.0/24'],
      ['010.0.0.1', 'Write the numbers of an IPv4 address without leading zeros, for example 10.0.0.1'],
      ['10.0.0.1/33', 'The number after the slash must be between 0 and 32'],
      ['192.168.1.7/24', '192.168.1.7/24 is an address inside a network; the network is 192.168.1.0/24'],
    ])('refuses the address %j', async (ipAddress, message) => {
      const id = await makeOffice(portal);
      const answer = await portal.call(ipWhitelistAdd, { params: { id }, body: entry(ipAddress) }, admin);
      expect(answer).toMatchObject({ status: 400, error: { errors: { ipAddress: [message] } } });
    });

    it('refuses an expiration in the past', async () => {
      const id = await makeOffice(portal);
      const body = entry('10.1.2.3', { expiresAt: inMinutes(-1) });
      expect(await portal.call(ipWhitelistAdd, { params: { id }, body }, admin)).toMatchObject({
        status: 400,
        error: { errors: { expiresAt: ['Expiration must be in the future'] } },
      });
    });
  });

  it('lets only holders of Admin.ManageOffices use whitelists', async () => {
    const id = await makeOffice(portal);
    const answers = [
      await portal.call(ipWhitelistList, { params: { id } }, staff),
      await portal.call(ipWhitelistAdd, { params: { id }, body: entry('10.1.2.3') }, staff),
      await portal.call(ipWhitelistDelete, { params: { id, entryId: ABSENT } }, staff),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('returns 404 for an unknown office, another office’s entry and a SuperAdmin-only office', async () => {
    const mine = await makeOffice(portal);
    const other = await makeOffice(portal);
    const hidden = await makeOffice(portal, { superAdminOnly: true });
    const added = await add(mine, entry('10.1.2.3'));
    const answers = [
      await portal.call(ipWhitelistList, { params: { id: ABSENT } }, admin),
      await portal.call(ipWhitelistList, { params: { id: hidden } }, admin),
      await portal.call(ipWhitelistAdd, { params: { id: hidden }, body: entry('10.1.2.3') }, admin),
      await portal.call(ipWhitelistDelete, { params: { id: other, entryId: added.id } }, admin),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  describe('409', () => {
    it('refuses an address already on the list, on its field', async () => {
      const id = await makeOffice(portal);
      await add(id, entry('10.1.2.3'));
      const answer = await portal.call(ipWhitelistAdd, { params: { id }, body: entry('10.1.2.3/32') }, admin);
      expect(answer).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT', errors: { ipAddress: ['This address is already on the list'] } },
      });
    });

    it('refuses a stale version with the current entry', async () => {
      const id = await makeOffice(portal);
      const added = await add(id, entry('10.1.2.3'));
      const params = { id, entryId: added.id };
      await portal.succeed(
        ipWhitelistUpdate,
        { params, body: { description: 'One', expiresAt: null } },
        admin,
      );
      const body = { description: 'Two', expiresAt: null, version: 1 };
      expect(await portal.call(ipWhitelistUpdate, { params, body }, admin)).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { id: added.id, description: 'One', version: 2 } },
      });
    });

    it('asks for confirmation before saving a list that would lock out the user', async () => {
      const officeId = await makeOffice(portal);
      const user = await makeUser(portal, { roles: ['Admin'], officeId });
      const editor = { token: await signIn(portal, user.userName, '10.5.5.5'), ip: '10.5.5.5' };
      const params = { id: officeId };
      const refused = await portal.call(ipWhitelistAdd, { params, body: entry('10.1.2.3') }, editor);
      expect(refused).toMatchObject({
        status: 409,
        error: { code: 'CONFIRMATION_REQUIRED', message: expect.stringContaining('10.5.5.5') },
      });
      expect(await portal.succeed(ipWhitelistList, { params }, admin)).toEqual([]);
      const own = await portal.succeed(ipWhitelistAdd, { params, body: entry('10.5.0.0/16') }, editor);
      const removal = { params: { id: officeId, entryId: own.id } };
      await portal.succeed(ipWhitelistAdd, { params, body: entry('10.1.2.3') }, editor);
      expect(await portal.call(ipWhitelistDelete, removal, editor)).toMatchObject({ status: 409 });
      const confirmed = { ...removal, query: { confirmLockout: 'true' as const } };
      expect((await portal.call(ipWhitelistDelete, confirmed, editor)).status).toBe(204);
      expect(await portal.call(ipWhitelistList, { params }, editor)).toMatchObject({
        status: 403,
        error: { code: 'IP_NOT_ALLOWED' },
      });
    });
  });
});
