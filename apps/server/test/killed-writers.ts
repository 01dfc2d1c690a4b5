import { randomUUID } from 'node:crypto';
import { patient as patientSchema } from '@portal/contract/patients';
import { verifyAuditLog } from '#audit/verify.ts';
import { Child } from '#cli/test/child.ts';
import { signedInAs } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { settingsOf, signInToProcess } from './process.ts';
import { TEST_KEYS } from './settings.ts';

const CLERKS = 8;
/** Responses before a kill, different for each. */
const answersBefore = (kill: number) => 10 + ((kill * 37) % 60);

/**
 * Kills a portal again and again while clerks add and read patients. Returns what was acknowledged and is missing: patients,
 * their audit entries and those of the reads, and whether the audit log is intact.
 */
export async function lossesAfterKills(kills: number): Promise<readonly string[]> {
  const portal = await openTestPortal();
  try {
    const { userName } = await signedInAs(portal, 'Staff');
    const losses: string[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      const { added, views } = await workUntilKilled(portal, userName, answersBefore(kill));
      for (const [id, viewed] of views) {
        const { rows } = await portal.owner.query<{ patients: number; created: number; viewed: number }>(
          `select (select count(*) from patients where id = $1)::int as patients,
             count(*) filter (where action = 'Created')::int as created,
             count(*) filter (where action = 'Viewed')::int as viewed
           from audit_log where patient_id = $1 and entity_type = 'Patient'`,
          [id],
        );
        const [found] = rows;
        if (found?.patients !== 1 || found.created !== 1 || found.viewed < viewed)
          losses.push(`kill ${kill}: ${viewed} reads, stored ${JSON.stringify(found)}`);
      }
      if (added === 0) losses.push(`kill ${kill}: nothing was added`);
    }
    const { firstBad } = await verifyAuditLog(portal.deps.db, TEST_KEYS.audit);
    return firstBad === null ? losses : [...losses, JSON.stringify(firstBad)];
  } finally {
    await portal.close();
  }
}

/** The acknowledged reads of each acknowledged patient. */
async function workUntilKilled(portal: TestPortal, userName: string, answers: number) {
  const child = new Child(['serve'], settingsOf(portal));
  const { origin, token } = await signInToProcess(child, userName);
  const views = new Map<string, number>();
  let answered = 0;
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
    const { id } = patientSchema.parse(await answer.json());
    views.set(id, (views.get(id) ?? -1) + 1);
    answered += 1;
    if (answered === answers) child.signal('SIGKILL');
    return id;
  };
  const clerk = async () => {
    for (;;) {
      const id = await send('POST', '/patient', {
        firstName: 'Kim',
        lastName: 'Kill',
        dateOfBirth: '1980-01-05',
      });
      for (let read = 0; read < 3; read += 1) await send('GET', `/patient/${id}`);
    }
  };
  await Promise.allSettled(Array.from({ length: CLERKS }, clerk));
  if (answered < answers) throw new Error(`only ${answered} calls were answered: ${child.said}`);
  await child.ended();
  return { added: views.size, views };
}
