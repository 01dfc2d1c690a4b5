import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import { dictationCreate, dictationGet, dictationSign, dictationUpdate } from '@portal/contract/dictations';
import { alertCreate, alertEnd } from '@portal/contract/patient-alerts';
import { pillCountCalculate } from '@portal/contract/pill-counts';
import { dictationTemplateSources } from '@portal/contract/templates';
import { todayIn } from '@portal/domain/date';
import type { ConditionGroup } from '@portal/domain/template/content';
import { SOURCES } from '@portal/domain/template/sources';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeOffice,
  makePatient,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
/** Reads every source in the conditions of one field, and shows a text to patients of 65 or older. */
const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
  { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L4', 'L5'] },
  { id: 'relief', label: 'Relief' },
  {
    id: 'all',
    label: 'All sources',
    visibilityRules: [
      {
        sourceFieldId: '',
        operator: 'default',
        value: '',
        action: 'show',
        when: {
          match: 'any',
          conditions: Object.keys(SOURCES)
            .slice(0, 20)
            .map((sourceFieldId) => ({ sourceFieldId, operator: 'is_not_empty' as const, value: '' })),
        },
      },
      ...Object.keys(SOURCES)
        .slice(20)
        .map((sourceFieldId) => ({
          sourceFieldId,
          operator: 'is_not_empty' as const,
          value: '',
          action: 'show' as const,
        })),
    ],
  },
  {
    id: 'advice',
    label: 'Advice',
    defaultValue: 'Take care',
    visibilityRules: [{ sourceFieldId: 'patient.age', operator: 'at_least', value: '65', action: 'show' }],
  },
);

describe('what templates read of the record', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let templateId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    templateId = await makeTemplate(portal, { content: CONTENT });
  });
  afterAll(() => portal.close());

  const today = () => todayIn('America/New_York', portal.clock.now());
  const read = (query: object, user = physician, id = templateId) =>
    portal.succeed(dictationTemplateSources, { params: { id }, query }, user);
  const status = async (query: object, id = templateId) =>
    (await portal.call(dictationTemplateSources, { params: { id }, query }, physician)).status;
  const save = (body: Parameters<typeof noteBody>[1], desk: Parameters<typeof noteBody>[0]) =>
    portal.succeed(
      dictationCreate,
      { body: noteBody(desk, { providerId: physician.id, ...body }) },
      physician,
    );
  const makeCase = async () => {
    const patient = await makePatient(portal, {
      firstName: 'Jane',
      lastName: 'Roe',
      dateOfBirth: '1960-11-22',
      gender: 'Female',
      phone: '4105550142',
      insuranceProvider: 'Acme',
    });
    const locationId = await makeOffice(portal, { isSurgeryCenter: true });
    return { patientId: patient.id, locationId, templateId };
  };
  const signed = (desk: Awaited<ReturnType<typeof makeCase>>, more: object = {}) =>
    makeDictation(portal, {
      ...desk,
      providerId: physician.id,
      status: 'Signed',
      procedureDate: '2026-11-02',
      formData: { side: 'Right', levels: ['L4', 'L5'], relief: '80%' },
      ...more,
    });
  const countPills = (patientId: string) =>
    portal.succeed(
      pillCountCalculate,
      {
        body: {
          patientId,
          prescriptionDate: today(),
          pillsGiven: 30,
          pillsPerDay: 1,
          pillsRemaining: 30,
          saveToHistory: true,
        },
      },
      physician,
    );

  describe('the endpoint', () => {
    it('has everything that is known, and records what it read', async () => {
      const desk = await makeCase();
      const earlier = await signed(desk);
      const { id: alertId } = await portal.succeed(
        alertCreate,
        { params: { id: desk.patientId }, body: { text: 'Latex allergy' } },
        physician,
      );
      const { id: pillCountId } = await countPills(desk.patientId);
      const query = {
        patientId: desk.patientId,
        providerId: physician.id,
        locationId: desk.locationId,
        procedureDate: today(),
      };
      const { values } = await read(query);
      expect(values).toEqual({
        'patient.name': 'Jane Roe',
        'patient.firstName': 'Jane',
        'patient.lastName': 'Roe',
        'patient.dateOfBirth': '1960-11-22',
        'patient.age': expect.stringMatching(/^6\d$/),
        'patient.sex': 'Female',
        'patient.medicalRecordNumber': expect.any(String),
        'patient.phone': '(410) 555-0142',
        'patient.insurance': 'Acme',
        'patient.alerts': ['Latex allergy'],
        'provider.name': expect.any(String),
        'provider.title': expect.any(String),
        'location.name': expect.stringContaining('Office'),
        'location.isSurgeryCenter': 'true',
        'note.procedureDate': today(),
        'earlier.date': '2026-11-02',
        'earlier.side': 'Right',
        'earlier.levels': ['L4', 'L5'],
        'earlier.relief': '80%',
        'pills.date': today(),
        'pills.status': 'Appropriate',
      });
      for (const [entityType, id] of [
        ['Patient', desk.patientId],
        ['Dictation', earlier],
        ['PillCount', pillCountId],
      ] as const)
        expect((await auditOf(portal, entityType, id)).at(-1)).toMatchObject({
          action: 'Viewed',
          patient_id: desk.patientId,
          user_id: physician.id,
        });
      expect((await auditOf(portal, 'PatientAlert', null)).at(-1)).toMatchObject({
        patient_id: desk.patientId,
        new_values: { alertIds: [alertId] },
      });
    });

    it('reads nothing of a patient for a template that uses none, and nothing without a patient', async () => {
      const plain = await makeTemplate(portal);
      const { patientId } = await makeCase();
      expect(await read({ patientId, procedureDate: '2026-11-20' }, physician, plain)).toEqual({
        values: {},
      });
      expect(await read({ procedureDate: '2026-11-20' })).toEqual({
        values: { 'note.procedureDate': '2026-11-20' },
      });
      expect(await read({})).toEqual({ values: {} });
    });

    it('takes the last signed active note of the same template before the note', async () => {
      const desk = await makeCase();
      const ask = async (query: object) =>
        (await read({ patientId: desk.patientId, procedureDate: '2026-11-20', ...query })).values[
          'earlier.side'
        ];
      const other = await makeTemplate(portal, { content: CONTENT });
      const other2 = await makeCase();
      await signed({ ...desk, templateId: other });
      await signed({ ...desk, patientId: other2.patientId });
      await signed(desk, { status: 'Completed' });
      await signed(desk, { isActive: false });
      await signed(desk, { procedureDate: '2026-11-21' });
      expect(await ask({})).toBeUndefined();
      await signed(desk, { procedureDate: '2026-10-01', formData: { side: 'Left' } });
      expect(await ask({})).toBe('Left');
      const sameDay = await signed(desk, { procedureDate: '2026-11-20' });
      expect(await ask({})).toBe('Right');
      expect(await ask({ dictationId: sameDay })).toBe('Left');
      expect(await ask({ procedureDate: '2026-09-30' })).toBeUndefined();
    });

    it('counts the alerts of the day', async () => {
      const { patientId } = await makeCase();
      const add = (body: { text: string; endsOn?: string }) =>
        portal.succeed(alertCreate, { params: { id: patientId }, body }, physician);
      const texts = async (procedureDate: string) =>
        (await read({ patientId, procedureDate })).values['patient.alerts'];
      await add({ text: 'Latex allergy' });
      await add({ text: 'On warfarin', endsOn: '2030-01-01' });
      const { id: alertId, version } = await add({ text: 'Wheelchair' });
      await portal.succeed(alertEnd, { params: { id: patientId, alertId }, body: { version } }, physician);
      expect(await texts(today())).toEqual(['Latex allergy', 'On warfarin']);
      expect(await texts('2030-01-02')).toEqual(['Latex allergy']);
      expect(await texts('2020-01-01')).toBeUndefined();
    });

    it('leaves out what the caller may not see', async () => {
      const { patientId } = await makeCase();
      const hidden = await makeOffice(portal, { superAdminOnly: true, isSurgeryCenter: true });
      const desk = { patientId, templateId, locationId: hidden };
      await signed(desk);
      await countPills(patientId);
      const query = { patientId, locationId: hidden, procedureDate: today() };
      const assistant = await signedInAs(portal, 'MedicalAssistant');
      const seen = async () => Object.keys((await read(query, assistant)).values);
      const before = await seen();
      expect(before).toContain('patient.age');
      expect(before).toContain('earlier.side');
      expect(before).not.toContain('pills.date');
      expect(before).not.toContain('location.isSurgeryCenter');
      await overridePermission(portal, assistant.id, 'Patient.View', false);
      await overridePermission(portal, assistant.id, 'Dictation.View', false);
      expect(await seen()).toEqual(['note.procedureDate']);
    });

    it('returns 400 for a malformed date, and 404 for an unknown template or patient', async () => {
      expect(await status({ procedureDate: '11/20/2026' })).toBe(400);
      expect(await status({}, ABSENT)).toBe(404);
      expect(await status({ patientId: ABSENT })).toBe(404);
    });
  });

  describe('a note', () => {
    it('stores them whatever is sent, keeps them, and reads them again when patient or date change', async () => {
      const desk = await makeCase();
      const earlier = await signed(desk);
      const formData = { side: 'Left', 'patient.age': '12', 'patient.sex': 'Other' };
      const note = await save({ formData, procedureDate: '2026-11-20' }, desk);
      expect(note.formData).toMatchObject({
        'patient.age': '65',
        'patient.sex': 'Female',
        'earlier.side': 'Right',
        'location.isSurgeryCenter': 'true',
        advice: 'Take care',
      });
      expect((await auditOf(portal, 'Dictation', earlier)).at(-1)).toMatchObject({ action: 'Viewed' });
      await portal.owner.query(
        "update patients set gender = 'Male', date_of_birth = '2000-01-01' where id = $1",
        [desk.patientId],
      );
      const params = { id: note.id };
      const { templateId: _, ...whole } = noteBody(desk, {
        providerId: physician.id,
        formData: note.formData,
      });
      const change = (version: number, more: object) =>
        portal.succeed(dictationUpdate, { params, body: { ...whole, version, ...more } }, physician);
      const same = await change(note.version, { formData: { ...note.formData, side: 'Right' } });
      expect(same.formData).toEqual({ ...note.formData, side: 'Right' });
      const later = await change(same.version, { procedureDate: '2026-10-01' });
      expect(later.formData).toMatchObject({ 'patient.age': '26', 'patient.sex': 'Male' });
      expect(later.formData).not.toHaveProperty(['earlier.side']);
      expect(later.formData).not.toHaveProperty('advice');
    });

    it('keeps them for good once it is signed', async () => {
      const desk = await makeCase();
      const { id, formData } = await save({ formData: { side: 'Left' } }, desk);
      await portal.succeed(dictationSign, { params: { id }, body: {} }, physician);
      await portal.owner.query("update patients set date_of_birth = '2000-01-01' where id = $1", [
        desk.patientId,
      ]);
      const after = await portal.succeed(dictationGet, { params: { id } }, physician);
      expect(after.formData).toEqual(formData);
      expect(after.printed?.report.sections[0]?.entries).toContainEqual(
        expect.objectContaining({ label: 'Advice', text: 'Take care' }),
      );
    });

    it('stores those that only a billing rule reads', async () => {
      const desk = await makeDictationDesk(portal);
      const when: ConditionGroup = {
        match: 'all',
        conditions: [{ sourceFieldId: 'patient.age', operator: 'at_least', value: '18' }],
      };
      const billingCodes = [{ billingCodeId: await makeBillingCode(portal, '99213') }];
      const admin = await signedInAs(portal, 'Admin');
      const before = await save({}, desk);
      expect(before.formData).not.toHaveProperty(['patient.age']);
      await portal.succeed(
        billingCodeRuleCreate,
        { body: { templateId: desk.templateId, isTemplateDefault: true, when, billingCodes } },
        admin,
      );
      expect((await save({}, desk)).formData).toEqual({ ...before.formData, 'patient.age': '46' });
    });

    it('is saved without those that the caller may not see', async () => {
      const desk = await makeCase();
      await countPills(desk.patientId);
      const assistant = await signedInAs(portal, 'MedicalAssistant');
      const body = noteBody(desk, {
        providerId: physician.id,
        formData: { side: 'Left' },
        procedureDate: today(),
      });
      const note = await portal.succeed(dictationCreate, { body }, assistant);
      expect(note.formData).toHaveProperty(['patient.sex'], 'Female');
      expect(note.formData).not.toHaveProperty(['pills.status']);
    });

    it('is the same for forty saves at once', async () => {
      const desk = await makeCase();
      await signed(desk);
      const notes = await Promise.all(
        Array.from({ length: 40 }, () => save({ formData: { side: 'Left' } }, desk)),
      );
      expect(new Set(notes.map(({ formData }) => JSON.stringify(formData))).size).toBe(1);
    });
  });
});
