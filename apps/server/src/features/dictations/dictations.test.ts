import { dictationSessionCurrent, dictationSessionSave } from '@portal/contract/dictation-session';
import {
  dictationCreate,
  dictationGet,
  dictationUpdate,
  type Dictation,
  type DictationBody,
} from '@portal/contract/dictations';
import { contentOf } from '@portal/domain/template/test/content-of';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeOffice,
  makePatient,
  makeUser,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

/** The body of an update. */
const changeBody = ({ templateId: _template, templateVersion: _version, ...rest }: DictationBody) => rest;

describe('creating and changing dictations', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let assistant: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  const body = (more: Partial<DictationBody> = {}) => noteBody(desk, { providerId: physician.id, ...more });
  const create = (more: Partial<DictationBody> = {}, user = physician) =>
    portal.succeed(dictationCreate, { body: body(more) }, user);
  const send = (more: Partial<DictationBody> = {}, user = physician) =>
    portal.call(dictationCreate, { body: body(more) }, user);
  const change = (to: Dictation, more: Partial<DictationBody> = {}, user = physician) =>
    portal.call(
      dictationUpdate,
      { params: { id: to.id }, body: { ...changeBody(body(more)), version: to.version } },
      user,
    );
  const errorsOf = async (more: Partial<DictationBody>, user = physician) => {
    const answer = await send(more, user);
    return answer.ok ? answer.status : { status: answer.status, ...answer.error.errors };
  };
  const countOf = async () => {
    const { rows } = await portal.owner.query<{ count: number }>(
      'select count(*)::int as count from dictations',
    );
    return rows[0]?.count;
  };

  const refusal = async (formData: DictationBody['formData']) => {
    const answer = await send({ status: 'Saved', formData });
    return answer.ok ? answer.status : answer.error.message;
  };

  describe('2xx', () => {
    it('creates a dictation with template, patient, date, location, values, codes, option and complications', async () => {
      await makeBillingCode(portal, '64483', { description: 'Injection, one level' });
      await makeBillingCode(portal, 'M54.16');
      const made = await create({
        billingCodes: [
          'm54.16',
          { code: '64483', modifiers: 'lt' },
          { code: '64483', modifiers: '50,LT' },
          'M5416',
          'Z9999',
          '62322',
        ],
        billingOption: 'reduced',
        complications: ' None ',
        procedureLocation: 'Room 2',
      });
      expect(made).toMatchObject({
        status: 'Draft',
        patientId: desk.patientId,
        patientName: 'Ient, Pat',
        patient: {
          id: desk.patientId,
          firstName: 'Pat',
          lastName: 'Ient',
          medicalRecordNumber: made.patientMRN,
        },
        providerId: physician.id,
        locationId: desk.locationId,
        procedureLocation: 'Room 2',
        procedureDate: '2026-11-20',
        formData: { side: 'Left', note: 'Went well' },
        // The same value under two names.
        dictationContent: { side: 'Left', note: 'Went well' },
        billingOption: 'reduced',
        complications: 'None',
        hasAddendums: false,
        coSignature: null,
        templateVersion: 1,
        // The catalog's type and description, a guess for the unknown; the same code twice is two lines.
        billingCodes: [
          { code: 'M54.16', codeType: 'ICD10', description: 'About M54.16', modifiers: '' },
          { code: '64483', codeType: 'CPT', description: 'Injection, one level', modifiers: 'LT' },
          { code: '64483', codeType: 'CPT', description: 'Injection, one level', modifiers: '50,LT' },
          { code: 'Z99.99', codeType: 'ICD10', description: '', modifiers: '' },
          // A few codes have our own description where the catalog has none.
          { code: '62322', codeType: 'CPT', modifiers: '' },
        ],
      });
      expect(await portal.succeed(dictationGet, { params: { id: made.id } }, assistant)).toEqual(made);
      const [created, viewed] = await auditOf(portal, 'Dictation', made.id);
      expect(created).toMatchObject({ action: 'Created', patient_id: desk.patientId, user_id: physician.id });
      expect(viewed).toMatchObject({ action: 'Viewed', patient_id: desk.patientId, user_id: assistant.id });
      // Form values are not in the audit log.
      expect(JSON.stringify(created)).not.toContain('Went well');
    });

    it('creates one dictation when a request is repeated after a lost answer', async () => {
      const before = await countOf();
      const options = { token: physician.token, headers: { 'idempotency-key': randomUUID() } };
      const [first, second] = await Promise.all([
        portal.succeed(dictationCreate, { body: body() }, options),
        portal.succeed(dictationCreate, { body: body() }, options),
      ]);
      expect(second).toEqual(first);
      expect(await countOf()).toBe((before ?? 0) + 1);
      const other = await portal.call(dictationCreate, { body: body({ complications: 'Other' }) }, options);
      expect(other).toMatchObject({ ok: false, status: 422, error: { code: 'IDEMPOTENCY_MISMATCH' } });
    });

    it('takes provider and location from the session, on the practice’s date', async () => {
      const nurse = await signedInAs(portal, 'MedicalAssistant');
      const { providerId: _, locationId: __, ...without } = body();
      expect(await portal.call(dictationCreate, { body: without }, nurse)).toMatchObject({
        status: 400,
        error: { errors: { providerId: ['Please select a provider'] } },
      });
      expect(await portal.succeed(dictationSessionCurrent, {}, nurse)).toBeNull();
      const session = { providerId: physician.id, locationId: desk.locationId, sessionDate: '2026-11-20' };
      const saved = await portal.succeed(dictationSessionSave, { body: session }, nurse);
      expect(saved).toMatchObject({ ...session, providerName: physician.name });
      expect(await portal.succeed(dictationSessionCurrent, {}, nurse)).toEqual(saved);
      expect(await portal.succeed(dictationSessionCurrent, {}, physician)).toBeNull();
      const made = await portal.succeed(dictationCreate, { body: without }, nurse);
      expect(made).toMatchObject({ providerId: physician.id, locationId: desk.locationId });
      const later = await portal.succeed(
        dictationSessionSave,
        { body: { ...session, sessionDate: '2026-11-23' } },
        nurse,
      );
      expect(later.sessionDate).toBe('2026-11-23');
      const admins = { ...session, providerId: admin.id, locationId: randomUUID() };
      expect(await portal.call(dictationSessionSave, { body: admins }, nurse)).toMatchObject({
        status: 400,
        error: { errors: { providerId: ['Choose an active provider'] } },
      });
    });

    it('notifies the provider when a non-provider saves for review; the provider completes it', async () => {
      const made = await create({}, assistant);
      const saved = await change(made, { status: 'Saved' }, assistant);
      expect(saved).toMatchObject({ status: 200, body: { status: 'Saved', version: 2 } });
      const notified = await portal.deps.db
        .selectFrom('activities')
        .select(['description', 'recipient_user_id'])
        .where('entity_id', '=', made.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(notified).toEqual({
        description: 'A dictation is ready for your review',
        recipient_user_id: physician.id,
      });
      const reviewed = await change({ ...made, version: 2 }, { status: 'Completed' });
      expect(reviewed).toMatchObject({ status: 200, body: { status: 'Completed' } });
      // Save Draft on a completed dictation; only the page asks for confirmation.
      expect(await change({ ...made, version: 3 }, { status: 'Draft' })).toMatchObject({
        body: { status: 'Draft' },
      });
    });

    it('keeps using the template version it was written with, even after deactivation', async () => {
      const templateId = await makeTemplate(portal, { content: contentOf({ id: 'old', label: 'Old' }) });
      const made = await create({ templateId, formData: { old: 'Words' } });
      const used = await portal.deps.db
        .selectFrom('templates')
        .select(['usage_count', 'last_used_at'])
        .where('id', '=', templateId)
        .executeTakeFirstOrThrow();
      expect(used).toEqual({ usage_count: 1, last_used_at: portal.clock.now() });
      await portal.owner.query(
        `insert into template_versions (template_id, content_version, content, auto_populate) values ($1, 2, $2, '{}')`,
        [templateId, JSON.stringify(contentOf({ id: 'new', label: 'New' }))],
      );
      await portal.owner.query('update templates set content_version = 2 where id = $1', [templateId]);
      // An editor opened before the template changed.
      expect(await create({ templateId, templateVersion: 1, formData: { old: 'x' } })).toMatchObject({
        templateVersion: 1,
      });
      expect(await create({ templateId, formData: { new: 'x' } })).toMatchObject({ templateVersion: 2 });
      await portal.owner.query('update templates set is_active = false where id = $1', [templateId]);
      expect(await change(made, { formData: { old: 'More words' } })).toMatchObject({
        body: { formData: { old: 'More words' }, templateVersion: 1 },
      });
      const refused = await send({ templateId, templateVersion: 1, formData: { old: 'x' } });
      expect(refused).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
      expect(refused.ok ? '' : refused.error.message).toContain('was deactivated');
    });
  });

  describe('400', () => {
    it('requires an active patient', async () => {
      const { patientId: _, ...without } = body();
      for (const payload of [without, { ...without, patientId: '' }]) {
        const answer = await portal.raw({
          method: 'POST',
          url: '/api/dictation',
          token: physician.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        });
        expect(answer).toMatchObject({
          status: 400,
          body: { errors: { patientId: ['Please select a patient'] } },
        });
      }
      const inactive = await makePatient(portal, { isActive: false });
      expect(await errorsOf({ patientId: inactive.id })).toMatchObject({
        patientId: ['This patient is inactive'],
      });
      expect(await errorsOf({ patientId: randomUUID() })).toMatchObject({
        patientId: ['This patient does not exist'],
      });
    });

    it('names the empty required visible fields in order when saving for review', async () => {
      const message = 'Please complete the following required fields:';
      expect(await refusal({})).toBe(`${message} Side`);
      expect(await refusal({ side: 'Both', order: '  ' })).toBe(`${message} Which side first`);
      expect(await refusal({ side: '' })).toBe(`${message} Side`);
      // Hidden fields are not required.
      expect(await refusal({ side: 'Left' })).toBe(201);
      // A draft needs no fields.
      expect((await create({ formData: {} })).formData).toEqual({});
    });

    it('refuses unknown fields, text above a field’s limit and rules of the template', async () => {
      expect(await errorsOf({ formData: { level: 'L4', note: 'x'.repeat(201) } })).toEqual({
        status: 400,
        'formData.level': ['This template has no field "level"'],
        'formData.note': ['Note: 1 character too many (200 allowed)'],
      });
      const content = contentOf({
        id: 'dose',
        label: 'Dose',
        validationRules: [
          { sourceFieldId: 'dose', operator: 'equals', value: '9', message: 'Nine is too much' },
        ],
      });
      const templateId = await makeTemplate(portal, { content });
      expect(await errorsOf({ templateId, formData: { dose: '9' }, status: 'Saved' })).toMatchObject({
        'formData.dose': ['Nine is too much'],
      });
    });

    it('updates a read-only field that is filled in from the patient when the patient changes', async () => {
      const content = contentOf({ id: 'mrn', label: 'MRN', isReadOnly: true }, { id: 'a' });
      const templateId = await makeTemplate(portal, { content });
      await portal.owner.query(
        `update template_versions set auto_populate = '{"mrn": "patient.medicalRecordNumber"}' where template_id = $1`,
        [templateId],
      );
      const [one, two] = [await makePatient(portal), await makePatient(portal)];
      const filled = (patient: typeof one, mrn = patient.medicalRecordNumber) => ({
        templateId,
        patientId: patient.id,
        formData: { mrn },
      });
      expect((await create({ ...filled(one), formData: {} })).formData).toEqual({
        mrn: one.medicalRecordNumber,
      });
      const made = await create(filled(one));
      expect(await errorsOf(filled(one, '99'))).toMatchObject({
        'formData.mrn': ['Only administrators can change "MRN"'],
      });
      expect((await change(made, filled(one, two.medicalRecordNumber))).status).toBe(400);
      expect(await change(made, filled(two))).toMatchObject({
        body: { patientId: two.id, formData: { mrn: two.medicalRecordNumber } },
      });
    });

    it('requires an active provider and an active location that the user may see', async () => {
      const former = await makeUser(portal, { roles: ['ProviderPhysician'], isActive: false });
      for (const providerId of [former.id, assistant.id, randomUUID()])
        expect(await errorsOf({ providerId })).toMatchObject({ providerId: ['Choose an active provider'] });
      const closed = await makeOffice(portal, { isActive: false });
      const hidden = await makeOffice(portal, { superAdminOnly: true });
      for (const locationId of [closed, hidden, randomUUID()])
        expect(await errorsOf({ locationId })).toMatchObject({ locationId: ['Choose an active location'] });
    });

    it('allows an inactive code only where the dictation already has it', async () => {
      const id = await makeBillingCode(portal, '62323');
      const made = await create({ billingCodes: ['62323'] });
      await portal.owner.query('update billing_codes set is_active = false where id = $1', [id]);
      expect(await errorsOf({ billingCodes: ['62323'] })).toMatchObject({
        billingCodes: ['These billing codes are no longer active: 62323'],
      });
      expect(await change(made, { billingCodes: ['62323', '64999'] })).toMatchObject({ status: 200 });
    });

    it('refuses unknown properties, long values, and invalid statuses, and stores nothing', async () => {
      const before = await countOf();
      for (const more of [
        { status: 'Signed' },
        { signedAt: '2026-11-20' },
        { billingOption: 'free' },
        { complications: 'x'.repeat(4001) },
        { procedureDate: '2026-02-30' },
        { templateId: randomUUID() },
        { templateVersion: 99 },
        { formData: { note: 'Zero \u0000 byte' } },
        { formData: { note: 'x'.repeat(20_001) } },
      ]) {
        const answer = await portal.raw({
          method: 'POST',
          url: '/api/dictation',
          token: physician.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...body(), ...more }),
        });
        expect([answer.status, more]).toEqual([400, more]);
      }
      expect(await countOf()).toBe(before);
    });
  });

  describe('403', () => {
    it('lets only the provider complete a dictation', async () => {
      const colleague = await signedInAs(portal, 'ProviderMidLevel');
      for (const user of [assistant, admin, colleague]) {
        const answer = await send({ status: 'Completed' }, user);
        expect(answer.status).toBe(403);
      }
      expect((await create({ status: 'Completed', providerId: colleague.id }, colleague)).status).toBe(
        'Completed',
      );
    });
  });

  describe('404 and 409', () => {
    it('hides unknown dictations, and inactive ones except from users who manage dictations', async () => {
      const id = await makeDictation(portal, { ...desk, providerId: physician.id, isActive: false });
      const statusOf = async (of: string, user = physician) =>
        (await portal.call(dictationGet, { params: { id: of } }, user)).status;
      expect(await statusOf(id)).toBe(404);
      expect(await statusOf(id, admin)).toBe(200);
      expect(await statusOf(randomUUID())).toBe(404);
      const made = await create();
      expect(await change({ ...made, id })).toMatchObject({ status: 404 });
      expect(await change({ ...made, id: randomUUID() })).toMatchObject({ status: 404 });
    });

    it('answers a stale version with the current dictation; one of two concurrent changes wins', async () => {
      const made = await create();
      const both = await Promise.all([
        change(made, { complications: 'First' }),
        change(made, { complications: 'Second' }, assistant),
      ]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(both.find(({ status }) => status === 409)).toMatchObject({
        error: { code: 'STALE', current: { id: made.id, version: 2 } },
      });
    });

    it('refuses to edit signed dictations', async () => {
      const id = await makeDictation(portal, { ...desk, providerId: physician.id, status: 'Signed' });
      const answer = await change({ ...(await create()), id });
      expect(answer).toMatchObject({
        status: 409,
        error: {
          code: 'CONFLICT',
          message: 'This dictation is signed and can no longer be changed.',
          current: { id, status: 'Signed' },
        },
      });
    });
  });
});
