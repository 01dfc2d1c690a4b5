import { recentActivity } from '@portal/contract/dashboard';
import { myWork } from '@portal/contract/my-work';
import { dictationFindings } from '@portal/contract/signing-checks';
import { login } from '@portal/contract/session';
import type { ResultOf } from '@portal/contract/endpoint';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { carriedFields } from '@portal/domain/dictation/edited-text';
import { reportOf, reportText } from '@portal/domain/template/report';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '@portal/server/audit/verify';
import { contentHash } from '@portal/server/features/dictations/content-hash';
import { findDictations } from '@portal/server/features/dictations/dictation-repo';
import { contentOfDictation, requireComplete } from '@portal/server/features/dictations/dictation-rules';
import { presentDictation } from '@portal/server/features/dictations/dictation-view';
import { verifySignatures } from '@portal/server/features/dictations/index';
import { openTestPortal, type TestPortal } from '@portal/server/test/harness';
import { TEST_KEYS } from '@portal/server/test/settings';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { loadDemoPractice } from './load.ts';

describe('the demo practice', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
    await loadDemoPractice(portal.deps);
  });
  afterAll(() => portal.close());

  it('has 400 dictations in every status, all but the one just begun complete, with valid signatures, groups, codes and addenda', async () => {
    const { db } = portal.deps;
    const ids = (await db.selectFrom('dictations').select('id').execute()).map(({ id }) => id);
    const dictations = (await findDictations(db, ids)).map((row) => presentDictation(row));
    expect(dictations).toHaveLength(400);
    for (const status of ['Draft', 'Saved', 'Completed', 'Signed'])
      expect(dictations.filter((each) => each.status === status).length).toBeGreaterThan(3);
    const begun = dictations.filter(({ editedFrom }) => carriedFields(editedFrom).length > 0);
    for (const dictation of dictations.filter((each) => !begun.includes(each))) {
      const content = contentOfDictation(dictation);
      requireComplete(content, { ...dictation, billingOption: 'standard' });
      const evaluation = evaluateTemplate(content, { entered: dictation.formData });
      expect(reportText(reportOf(content, evaluation)).length).toBeGreaterThan(200);
    }
    expect(begun).toMatchObject([{ status: 'Draft', templateName: 'Trigger Point Injections' }]);
    const earlier = dictations.filter(
      (each) =>
        each.patientId === begun[0]?.patientId &&
        each.templateId === begun[0].templateId &&
        each.status === 'Signed',
    );
    expect(earlier.length).toBeGreaterThan(2);
    const forged = dictations.filter(
      (each) =>
        each.signature !== null &&
        each.signature.contentHash !== contentHash(each, each.signature).toString('hex'),
    );
    expect(forged).toEqual([]);
    expect(dictations.filter(({ hasAddendums }) => hasAddendums).length).toBeGreaterThan(5);
    expect(dictations.filter(({ billingCodes }) => billingCodes.length > 1).length).toBeGreaterThan(200);
    expect(new Set(dictations.map(({ groupId }) => groupId)).size).toBeGreaterThan(10);
    const uses = await db.selectFrom('templates').select('usage_count').execute();
    expect(uses.reduce((sum, { usage_count }) => sum + usage_count, 0)).toBe(400);
  });

  it('has one dictation in which each code file finds one thing, and that cannot be signed', async () => {
    const ids = (await portal.deps.db.selectFrom('dictations').select('id').execute()).map(({ id }) => id);
    const user = { username: 'physician', password: DEMO_PASSWORD };
    const { token } = await portal.succeed(login, { body: user });
    const found: ResultOf<typeof dictationFindings>[number][] = [];
    for (let from = 0; from < ids.length; from += 50) {
      const body = { dictationIds: ids.slice(from, from + 50) };
      found.push(...(await portal.succeed(dictationFindings, { body }, { token })));
    }
    const limits = found.flatMap(({ findings }) =>
      findings.filter(({ check }) => check === 'payerLimit').map(({ message }) => message),
    );
    expect(limits).toEqual([
      expect.stringMatching(
        /^This is the fifth lumbar or sacral epidural session since .* at most four in 12 months\./u,
      ),
    ]);
    const stopped = found.filter(({ findings }) => findings.some(({ action }) => action === 'block'));
    const blocked = stopped.filter(({ findings }) =>
      findings.every(({ check }) => check !== 'carriedUnseen'),
    );
    expect([stopped.length, blocked.length]).toEqual([2, 1]);
    const [{ dictationId, findings } = { dictationId: '', findings: [] }] = blocked;
    const [note] = await findDictations(portal.deps.db, [dictationId]);
    const physician = await portal.deps.db
      .selectFrom('users')
      .select('id')
      .where('user_name', '=', 'physician')
      .executeTakeFirst();
    expect(note).toMatchObject({ status: 'Saved', provider_id: physician?.id });
    expect(findings.map(({ check, source }) => `${check}: ${source}`)).toEqual(
      [
        'bilateralCode: CMS, National Physician Fee Schedule Relative Value File',
        'addOnCode: CMS, Medicare NCCI Add-on Code Edits',
        'exclusiveCodes: CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners',
        'manyUnits: CMS, Medicare NCCI Medically Unlikely Edits for practitioners',
        'codeDates: CMS, HCPCS Level II',
        'heading: CMS and CDC, ICD-10-CM',
      ].map((text) => `${text}, edition from 10/01/2026`),
    );
  });

  it('has a supervising physician, and a note that awaits a co-signature, one sent back and one co-signed', async () => {
    const { rows } = await portal.owner.query(
      `select c.state, u.user_name as supervisor, p.user_name as provider, d.addendum_count from co_signatures c
         join users u on u.id = c.supervisor_id join dictations d on d.id = c.dictation_id join users p on p.id = d.provider_id
       where p.supervisor_id = u.id order by c.state`,
    );
    const people = { supervisor: 'physician', provider: 'midlevel', addendum_count: 0 };
    expect(rows).toEqual(['Awaiting', 'CoSigned', 'Returned'].map((state) => ({ state, ...people })));
    expect(await verifySignatures(portal.deps.db)).toMatchObject({ changed: [] });
  });

  it('has both editions of all code files, without a row that cannot be read', async () => {
    const { rows } = await portal.owner.query(
      `select kind, count(distinct edition_from)::int as editions, sum((problems->>'count')::int)::int as problems
       from code_files where state = 'Loaded' group by kind`,
    );
    expect(rows).toHaveLength(7);
    for (const row of rows) expect(row).toMatchObject({ editions: 2, problems: 0 });
    // Again, as when the portal starts.
    await loadDemoPractice(portal.deps);
    const { rows: files } = await portal.owner.query(`select count(*)::int as files from code_files`);
    expect(files).toEqual([{ files: 14 }]);
  });

  it('has calls, orders and signatures in office hours only', async () => {
    const { rows } = await portal.owner.query(`
      with happened as (
        select call_at as at from phone_messages union all select at from phone_message_events
        union all select created_at from medical_orders union all select changed_at from order_steps
        union all select created_at from dictations union all select signed_at from dictations where signed_at is not null
        union all select coalesce(signed_at, returned_at) from co_signatures where state <> 'Awaiting'
      ), local as (select at at time zone 'America/New_York' as at from happened)
      select count(*)::int as outside from local
      where extract(isodow from at) > 5 or at::time not between '08:00' and '17:00' `);
    expect(rows).toEqual([{ outside: 0 }]);
  });

  it('has activities on the first screen and work for every role', async () => {
    for (const { userName } of DEMO_ACCOUNTS) {
      const { token } = await portal.succeed(login, {
        body: { username: userName, password: DEMO_PASSWORD },
      });
      const caller = { token };
      const activities = await portal.succeed(recentActivity, {}, caller);
      const records = activities.filter(({ entityType }) => entityType !== 'User');
      expect(records.length).toBeGreaterThan(5);
      const work = await portal.succeed(myWork, {}, caller);
      expect(work.messages?.totalCount).toBeGreaterThan(0);
      expect(work.messages?.totalCount).toBeLessThan(12);
      const counts = Object.fromEntries(
        (['signatures', 'coSignatures', 'sentBack', 'drafts', 'orders', 'corrections'] as const).map(
          (name) => [name, (work[name]?.totalCount ?? 0) > 0],
        ),
      );
      const isProvider = ['physician', 'midlevel'].includes(userName);
      const isManager = ['superadmin', 'admin'].includes(userName);
      expect({ userName, ...counts }).toEqual({
        userName,
        signatures: isProvider,
        coSignatures: userName === 'physician',
        sentBack: userName === 'midlevel',
        drafts: isProvider || userName === 'assistant',
        orders: isProvider || userName === 'assistant',
        corrections: isManager,
      });
    }
  });

  it('has a valid audit log of 60 days in monthly partitions', async () => {
    const { entries, firstBad } = await verifyAuditLog(portal.deps.db, TEST_KEYS.audit);
    expect(firstBad).toBeNull();
    expect(entries).toBeGreaterThan(1_500);
    const { rows } = await portal.owner.query(
      `select count(*) filter (where tableoid = 'audit_log_default'::regclass)::int as stray,
         count(distinct tableoid)::int as partitions, count(distinct action)::int as actions from audit_log`,
    );
    expect(rows).toEqual([{ stray: 0, partitions: 3, actions: 9 }]);
  });
});
