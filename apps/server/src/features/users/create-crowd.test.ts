import { userCreate, userUpdate } from '@portal/contract/users';
import { patientList } from '@portal/contract/patients';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { lockAwaited, openTestPortal, type TestPortal } from '#test/harness.ts';
import { newUser, roleIds } from './test/new-user.ts';

const USERS = 30;

describe('concurrent creation of users', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  let ids: Awaited<ReturnType<typeof roleIds>>;
  beforeAll(async () => {
    // On a busy machine, so many requests may wait longer than in production.
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    ids = await roleIds(portal);
  });
  afterAll(() => portal.close());

  const create = (lastName: string) =>
    portal.call(userCreate, { body: { ...newUser([ids.Staff]), lastName } }, admin);

  /** Locks the administrator's row like a concurrent creation, until it is ended. */
  async function otherCreation(): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: portal.deps.config.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query('select from users where id = $1 for share', [admin.id]);
    return () => client.end();
  }

  it.each(['the same name', 'different names'])(
    'creates all users with %s while others read',
    async (names) => {
      const ended: string[] = [];
      const creations = Array.from({ length: USERS }, async (_, index) => {
        const answer = await create(
          names === 'the same name' ? 'Doe' : `Doe${String.fromCharCode(65 + index)}`,
        );
        ended.push('creation');
        return answer;
      });
      const listing = portal.call(patientList, { query: {} }, superAdmin).then(({ status }) => {
        ended.push('list');
        return status;
      });
      const answers = await Promise.all(creations);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map((answer) => (answer.ok ? answer.body.user.userName : ''))).size).toBe(USERS);
      expect(await listing).toBe(200);
      expect(ended.indexOf('list')).toBeLessThan(USERS);
    },
  );

  it('does not wait for another creation by the same administrator', async () => {
    const end = await otherCreation();
    try {
      expect((await create('Patient')).status).toBe(201);
    } finally {
      await end();
    }
  });

  it('delays a change of the administrator’s roles until it has finished', async () => {
    const end = await otherCreation();
    const { firstName, lastName, title } = newUser([]);
    const demoting = portal.call(
      userUpdate,
      {
        params: { id: admin.id },
        body: {
          firstName,
          lastName,
          title,
          email: 'admin@practice.example',
          isActive: true,
          roleIds: [ids.Staff],
        },
      },
      superAdmin,
    );
    await lockAwaited(portal);
    await end();
    expect((await demoting).status).toBe(200);
    expect((await create('Late')).status).toBe(403);
  });
});
