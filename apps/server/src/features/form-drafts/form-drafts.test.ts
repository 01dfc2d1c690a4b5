import { randomUUID } from 'node:crypto';
import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/endpoint';
import {
  formDraftDelete,
  formDraftGet,
  formDraftList,
  formDraftMarks,
  formDraftSave,
  type FormDraftContent,
} from '@portal/contract/form-drafts';
import {
  isNeverInDrafts,
  MAX_FORM_DRAFT_LENGTH,
  MAX_FORM_DRAFTS,
  type DraftForm,
} from '@portal/domain/form-drafts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { encryptValue } from '#security/cipher.ts';
import { runMaintenance } from '../../jobs/maintenance.ts';
import { auditOf, makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { soon } from '#test/soon.ts';
import { SAVED_WITH } from './draft-forms.ts';

const CONTENT: FormDraftContent = {
  address: '/messages/new',
  about: null,
  dialog: null,
  subject: 'Ida Quill',
  patientId: null,
  base: { message: '' },
  mine: { message: 'Asks for an invoice' },
};
const WINDOW = randomUUID();

interface Options {
  readonly form?: DraftForm;
  readonly content?: Partial<FormDraftContent>;
  readonly revision?: number;
  readonly editorId?: string;
  readonly takeOver?: boolean;
}

describe('drafts of forms', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const send = (user: SignedInUser, id: string, { form = 'messageCreate', content, ...more }: Options = {}) =>
    portal.call(
      formDraftSave,
      {
        params: { id },
        body: { form, revision: 0, editorId: WINDOW, content: { ...CONTENT, ...content }, ...more },
      },
      user,
    );
  async function keep(user: SignedInUser, options: Options = {}): Promise<string> {
    const id = randomUUID();
    expect((await send(user, id, options)).status).toBe(200);
    return id;
  }
  const get = (user: SignedInUser, id: string) => portal.call(formDraftGet, { params: { id } }, user);
  const remove = (user: SignedInUser, id: string) => portal.call(formDraftDelete, { params: { id } }, user);
  const marksOf = async (user: SignedInUser) =>
    (await portal.succeed(formDraftMarks, {}, user)).map(({ id }) => id);

  it('are kept, changed, listed with the patient, opened and removed, and reads and the removal are audited', async () => {
    const user = await signedInAs(portal, 'Staff');
    const patient = await makePatient(portal, { firstName: 'Ada', lastName: 'Quill' });
    const id = await keep(user, { content: { patientId: patient.id } });
    const again = await send(user, id, {
      revision: 1,
      content: { patientId: patient.id, mine: { message: 'More' } },
    });
    expect(again).toMatchObject({ status: 200, body: { id, form: 'messageCreate', revision: 2 } });
    expect(await portal.succeed(formDraftMarks, {}, user)).toMatchObject([
      { id, form: 'messageCreate', address: '/messages/new', about: null, revision: 2 },
    ]);
    const [row] = await portal.succeed(formDraftList, {}, user);
    expect(row).toMatchObject({ id, subject: 'Ida Quill', dialog: null });
    expect(row?.patientName).toMatch(/^Quill, Ada \(/);
    expect(await portal.succeed(formDraftGet, { params: { id } }, user)).toMatchObject({
      content: { ...CONTENT, patientId: patient.id, mine: { message: 'More' } },
    });
    expect((await remove(user, id)).status).toBe(204);
    expect(await marksOf(user)).toEqual([]);
    expect(await auditOf(portal, 'FormDraft', id)).toMatchObject([
      { action: 'Viewed', patient_id: patient.id, new_values: { form: 'messageCreate' } },
      { action: 'Deleted', patient_id: patient.id },
    ]);
    expect(await auditOf(portal, 'FormDraft', null)).toMatchObject([
      { action: 'Accessed', new_values: { draftIds: [id], patientIds: [patient.id] } },
    ]);
  });

  it('are encrypted, and only their author can read, change or remove them', async () => {
    const [author, admin] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'SuperAdmin')];
    const id = await keep(author);
    const { rows } = await portal.owner.query('select * from form_drafts where id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain('invoice');
    expect(String(Buffer.from(rows[0].content))).not.toContain('invoice');
    expect((await get(admin, id)).status).toBe(404);
    expect((await send(admin, id, { revision: 1 })).status).toBe(404);
    expect((await remove(admin, id)).status).toBe(404);
    expect(await marksOf(admin)).toEqual([]);
    expect((await get(author, id)).status).toBe(200);
  });

  it('are neither listed nor opened without the permission of the form, and come back with it', async () => {
    const user = await signedInAs(portal, 'Staff');
    const id = await keep(user);
    await overridePermission(portal, user.id, 'Message.Create', false);
    expect(await marksOf(user)).toEqual([]);
    expect(await portal.succeed(formDraftList, {}, user)).toEqual([]);
    expect((await get(user, id)).status).toBe(404);
    expect((await send(user, id, { revision: 1 })).status).toBe(403);
    await portal.owner.query('delete from user_permission_overrides where user_id = $1', [user.id]);
    expect(await marksOf(user)).toEqual([id]);
  });

  it('of changes also need the permission to view the record, which they contain', async () => {
    const user = await signedInAs(portal, 'Staff');
    const id = await keep(user, { form: 'messageUpdate' });
    await overridePermission(portal, user.id, 'Message.View', false);
    expect((await get(user, id)).status).toBe(404);
  });

  it('show no patient’s name without the permission to view patients', async () => {
    const user = await signedInAs(portal, 'Staff');
    const { id: patientId } = await makePatient(portal);
    await keep(user, { content: { patientId } });
    await overridePermission(portal, user.id, 'Patient.View', false);
    expect(await portal.succeed(formDraftList, {}, user)).toMatchObject([{ patientName: null }]);
  });

  it('of other versions of the portal open, without what this one does not know or allow', async () => {
    const user = await signedInAs(portal, 'Staff');
    const id = await keep(user);
    const written = {
      ...CONTENT,
      retired: 'a fact of another version',
      base: { ...CONTENT.base, socialSecurityNumber: '219-09-9998' },
      mine: { ...CONTENT.mine, socialSecurityNumber: '219-09-9999' },
    };
    const content = encryptValue(portal.deps.keys, `form_drafts.content:${id}`, JSON.stringify(written));
    await portal.owner.query('update form_drafts set content = $1 where id = $2', [content, id]);
    expect(await get(user, id)).toMatchObject({ status: 200, body: { content: CONTENT } });
    expect(JSON.stringify(await get(user, id))).not.toMatch(/retired|219-09/);
    expect(await marksOf(user)).toEqual([id]);
    expect((await remove(user, id)).status).toBe(204);
  });

  it('are not changed by a window that missed the changes of another, unless the person chose it', async () => {
    const user = await signedInAs(portal, 'Staff');
    const id = await keep(user);
    const other = randomUUID();
    expect((await send(user, id, { editorId: other, revision: 1 })).status).toBe(200);
    expect(await send(user, id, { revision: 1 })).toMatchObject({ status: 409, error: { code: 'STALE' } });
    expect((await send(user, id, { revision: 1, takeOver: true })).status).toBe(200);
    // The same window may have missed a response.
    expect(await send(user, id, { revision: 1 })).toMatchObject({ status: 200, body: { revision: 4 } });
  });

  it('do not come back when a write arrives after the form was saved', async () => {
    const user = await signedInAs(portal, 'Staff');
    const id = await keep(user);
    await remove(user, id);
    expect(await send(user, id, { revision: 1 })).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(await marksOf(user)).toEqual([]);
    expect((await remove(user, id)).status).toBe(404);
  });

  it('are limited in number, also at once, and in size', async () => {
    const user = await signedInAs(portal, 'Staff');
    const answers = await Promise.all(
      Array.from({ length: MAX_FORM_DRAFTS + 5 }, () => send(user, randomUUID())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_FORM_DRAFTS);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    const [first = ''] = await marksOf(user);
    expect((await send(user, first, { revision: 1 })).status).toBe(200);
    const other = await signedInAs(portal, 'Staff');
    const mine = { message: 'x'.repeat(MAX_FORM_DRAFT_LENGTH) };
    expect((await send(other, randomUUID(), { content: { mine } })).status).toBe(400);
  });

  it('of one window arrive one after the other when forty are sent at once', async () => {
    const user = await signedInAs(portal, 'Staff');
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(user, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await get(user, id)).toMatchObject({ body: { revision: 40 } });
  });

  it('tell the author’s pages that the list has changed, but not while typing', async () => {
    const user = await signedInAs(portal, 'Staff');
    const changes: unknown[] = [];
    portal.deps.notifier.on('changes', (change) => changes.push(change));
    const id = await keep(user);
    await send(user, id, { revision: 1 });
    await remove(user, id);
    const changed = { topic: 'form drafts', userId: user.id };
    await vi.waitFor(() => expect(changes).toEqual([changed, changed]), soon);
  });

  it('are removed thirty days after the last change', async () => {
    const user = await signedInAs(portal, 'Staff');
    const id = await keep(user);
    portal.clock.advance({ hours: 29 * 24 });
    await runMaintenance(portal.deps);
    const again = await portal.owner.query('select 1 from form_drafts where id = $1', [id]);
    expect(again.rowCount).toBe(1);
    portal.clock.advance({ hours: 2 * 24 });
    await runMaintenance(portal.deps);
    const { rowCount } = await portal.owner.query('select 1 from form_drafts where id = $1', [id]);
    expect(rowCount).toBe(0);
  });
});

const namesIn = ({ body }: Endpoint): string[] =>
  body instanceof z.ZodObject ? Object.keys(body.shape) : [];

describe('what is never in a draft', () => {
  /** What fields of secrets are called anywhere in the API. */
  const SECRET = /password|secret|token|ssn|socialsecurity|passkey|recovery|^(totp|pin)$/i;

  it.each(Object.entries(SAVED_WITH))(
    '%s keeps no secret and no field with a permission of its own',
    (_form, endpoint) => {
      const masked = Object.keys(endpoint.record?.masked ?? {});
      const secrets = namesIn(endpoint).filter((name) => SECRET.test(name) || masked.includes(name));
      expect(secrets.filter((name) => !isNeverInDrafts(name))).toEqual([]);
      expect(namesIn(endpoint).length).toBeGreaterThan(0);
    },
  );

  it('finds secrets in other forms of the API', () => {
    const found = endpoints.flatMap(namesIn).filter((name) => SECRET.test(name));
    expect(found).toEqual(expect.arrayContaining(['socialSecurityNumber', 'password', 'newPassword']));
  });

  it.each(['base', 'mine'] as const)('is refused in %s', async (part) => {
    const parsed = formDraftSave.body.safeParse({
      form: 'patientCreate',
      revision: 0,
      editorId: WINDOW,
      content: { ...CONTENT, [part]: { socialSecurityNumber: '219-09-9998' } },
    });
    expect(parsed.error?.issues[0]?.message).toBe('A draft must not contain a social security number');
  });
});
