import { patientList } from '@portal/contract/patients';
import { makeOffice, overridePermission, signedInAs } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';

/** A change through one portal, and the statuses of a user's requests to another portal before and after it. */
type Kind = (a: TestPortal, ask: Ask, user: { id: string; token: string }) => Promise<void>;
type Ask = (expected: number) => Promise<void>;

/** Every way to lose access. Each leaves the user with access again, except the last. */
const KINDS: Readonly<Record<string, Kind>> = {
  'a revoked permission': async ({ owner }, ask, { id }) => {
    await owner.query(
      `insert into user_permission_overrides (user_id, permission_id, is_granted, reason)
       select $1, id, false, 'for this test' from permissions where name = 'Patient.View'`,
      [id],
    );
    await ask(403);
    await owner.query('delete from user_permission_overrides where user_id = $1', [id]);
    await ask(200);
  },
  'a permission taken from the role': async ({ owner }, ask) => {
    const { rows } = await owner.query<{ role_id: string; permission_id: string }>(
      `delete from role_permissions where permission_id = (select id from permissions where name = 'Patient.View')
         and role_id = (select id from roles where name = 'Staff') returning role_id, permission_id`,
    );
    await ask(403);
    for (const { role_id, permission_id } of rows)
      await owner.query('insert into role_permissions (role_id, permission_id) values ($1, $2)', [
        role_id,
        permission_id,
      ]);
    await ask(200);
  },
  'an office address': async (a, ask, { id }) => {
    const office = await makeOffice(a);
    await a.owner.query('update users set office_id = $2 where id = $1', [id, office]);
    await ask(200);
    await a.owner.query(
      `insert into office_ip_whitelist (office_id, ip_address) values ($1, '198.51.100.7')`,
      [office],
    );
    await ask(403);
    await a.owner.query('delete from office_ip_whitelist where office_id = $1', [office]);
    await ask(200);
  },
  'an override that expires': async (a, ask, { id }) => {
    const soon = new Date(a.clock.now().getTime() + 1);
    await overridePermission(a, id, 'Patient.View', false, soon);
    await ask(403);
    a.clock.advance({ ms: 1 });
    await ask(200);
    await a.owner.query('delete from user_permission_overrides where user_id = $1', [id]);
  },
  'an ended session': async ({ owner }, ask, { id }) => {
    await owner.query('update sessions set ended_at = now() where user_id = $1', [id]);
    await ask(401);
    await owner.query('update sessions set ended_at = null where user_id = $1', [id]);
    await ask(200);
    await owner.query('update users set is_active = false where id = $1', [id]);
    await ask(401);
    await owner.query('update users set is_active = true where id = $1', [id]);
    await ask(200);
  },
};

/**
 * Changes rights through one portal in rounds and sends the very next request to another one. Returns the requests that got
 * another status than expected.
 */
export async function wrongAfterChange(rounds: number): Promise<readonly string[]> {
  const a = await openTestPortal();
  const b = await openTestPortal({ sameDatabaseAs: a });
  try {
    const user = await signedInAs(a, 'Staff');
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const [kind, change] of Object.entries(KINDS)) {
        const ask = async (expected: number) => {
          const { status } = await b.call(patientList, { query: { pageSize: '1' } }, user);
          if (status !== expected) wrong.push(`${kind}: ${status} instead of ${expected}`);
        };
        await ask(200);
        await change(a, ask, user);
      }
    return wrong;
  } finally {
    await b.close();
    await a.close();
  }
}
