import { documentUpload } from '@portal/contract/documents';
import { contentOf } from '@portal/domain/template/test/content-of';
import { z } from 'zod';
import { makeDictationDesk, noteBody } from './dictation-factories.ts';
import { makeOffice, makePatient, makeUser } from './factories.ts';
import { json, type Desk, type Made } from './left-out-desk.ts';
import { pdfFile } from './sample-files.ts';
import { makeBillingCode, makeTemplate } from './template-factories.ts';

const CONTENT = contentOf({ id: 'note', label: 'Note' }, { id: 'born', label: 'Born' });
const STATE = {
  filters: { status: 'Pending' },
  orderBy: null,
  sortDirection: 'asc',
  pageSize: 50,
  hiddenColumns: [],
};

const wednesday = (time: string) => `2026-11-18T${time}:00.000Z`;
const codeOf = (billingCodeId: string) => [{ billingCodeId, isDefault: true }];

/** By the path of a change that may leave out fields: makes a record to change. */
export const RECORDS: Readonly<Record<string, (desk: Desk) => Promise<Made>>> = {
  '/admin/title/:id': async ({ add, readOf }) => {
    const body = { code: 'PHD', description: 'Doctor', displayOrder: 7, isActive: false };
    const { id } = await add('/admin/title', body);
    return {
      path: `/admin/title/${id}`,
      read: readOf('/admin/title/search', id, { isActive: null }),
      change: { code: 'DPT', description: 'Therapist', displayOrder: 8 },
    };
  },
  '/admin/payer-limits/:id': async ({ add, readOf }) => {
    const rule = { name: 'lumbar block', payer: 'Medicare', policy: 'L1', codes: '64493', sessions: 4 };
    const counted = { months: 12, isBySide: true, withModifier: 'KX', withoutModifier: 'LT' };
    const earlier = { earlierCodes: '64490', earlierModifier: 'RT', minimumRelief: 80 };
    const days = { validFrom: '2026-01-01', validTo: '2027-01-01', lookedUpOn: '2026-11-28' };
    const source = { source: 'A text', sourceUrl: 'https://payer.example/rule', isActive: true };
    const { id } = await add('/admin/payer-limits', { ...rule, ...counted, ...earlier, ...days, ...source });
    const other = { name: 'cervical block', payer: 'Other', policy: 'L2', codes: '64490', sessions: 2 };
    return {
      path: `/admin/payer-limits/${id}`,
      read: readOf('/admin/payer-limits', id),
      change: { ...other, months: 6, minimumRelief: 50, source: 'Another text' },
    };
  },
  '/office/:id': async ({ add, made }) => {
    const address = {
      address: '1 Main Street',
      city: 'Baltimore',
      state: 'MD',
      zipCode: '21201',
      phone: '4105550142',
    };
    const more = {
      fax: '4105550143',
      npi: '1234567893',
      superAdminOnly: true,
      isSurgeryCenter: true,
      isActive: false,
    };
    const { id } = await add('/office', { name: 'Harbor', ...address, ...more });
    return made(`/office/${id}`, {
      name: 'Harbor East',
      address: '2 Main Street',
      city: 'Richmond',
      state: 'VA',
      zipCode: '23219',
      phone: '8045550142',
    });
  },
  '/office/:id/ip-whitelist/:entryId': async ({ add, readOf, portal }) => {
    const officeId = await makeOffice(portal);
    const path = `/office/${officeId}/ip-whitelist`;
    const body = {
      ipAddress: '10.0.0.1',
      description: 'Front desk',
      expiresAt: '2027-01-01T00:00:00.000Z',
    };
    const { id } = await add(path, body);
    return { path: `${path}/${id}`, read: readOf(path, id), change: {} };
  },
  '/admin/billing-code/:id': async ({ add, readOf }) => {
    const traits = {
      lineType: 'drug',
      unitSize: 10,
      unit: 'mg',
      validFrom: '2026-01-01',
      validTo: '2027-12-31',
    };
    const body = {
      codeType: 'CPT',
      code: 'J1885',
      description: 'Ketorolac',
      category: 'Drugs',
      isActive: false,
      ...traits,
    };
    const { id } = await add('/admin/billing-code', body);
    return {
      path: `/admin/billing-code/${id}`,
      read: readOf('/admin/billing-code?codeType=CPT', id),
      change: { description: 'Ketorolac 15 mg' },
      follow: ['facts'],
    };
  },
  '/admin/webhooks/:id': async ({ made, call }) => {
    const body = {
      name: 'Billing',
      url: 'https://hooks.example.com/in',
      events: ['patient.created'],
      isActive: false,
    };
    const { webhook } = z
      .looseObject({ webhook: z.object({ id: z.string() }) })
      .parse(await call('POST', '/admin/webhooks', body));
    return made(`/admin/webhooks/${webhook.id}`, {
      name: 'Claims',
      url: 'https://hooks.example.com/other',
      events: ['patient.updated'],
    });
  },
  '/medicalorder/:id': async ({ add, made, portal, user, patientId }) => {
    const details = { bodyPart: 'Knee', side: 'Left', contrast: 'With', instructions: 'Bring films' };
    const stat = { priority: 'High', isStat: true };
    const orderedByUserId = user.id;
    const { id } = await add('/medicalorder', {
      type: 'MRI',
      diagnosis: 'M54.16',
      orderDate: '2026-11-20',
      patientId,
      orderedByUserId,
      ...stat,
      ...details,
    });
    const { id: provider } = await makeUser(portal, { roles: ['ProviderMidLevel'] });
    const change = {
      type: 'CTScan',
      diagnosis: 'M25.562',
      orderDate: '2026-11-19',
      orderedByUserId: provider,
    };
    return made(`/medicalorder/${id}`, change, ['orderedByUser']);
  },
  '/phonemessage/:id': async ({ add, made, user, patientId }) => {
    const sent = { callerPhone: '4105550142', callDateTime: '2026-11-20T15:00:00.000Z', priority: 'High' };
    const body = { category: 'Medical', callerName: 'Call Er', message: 'Please call', patientId, ...sent };
    const { id } = await add('/phonemessage', { ...body, assignedToUserId: user.id });
    const change = { category: 'Billing', callerName: 'Other', message: 'No hurry' };
    return made(`/phonemessage/${id}`, change, ['events', 'isOverdue']);
  },
  '/document/:id': async ({ made, portal, user, patientId }) => {
    const body = { type: 'LabResult', category: 'Clinical', patientId, note: 'Fasting' } as const;
    const { id } = await portal.succeed(documentUpload, { body, file: pdfFile() }, user);
    return made(`/document/${id}`, { type: 'Other', category: 'Administrative' });
  },
  '/patient/:id': async ({ add, made }) => {
    const address = { address: '1 Main Street', city: 'Baltimore', state: 'MD', zipCode: '21201' };
    const contact = { gender: 'Other', phone: '4105550142', email: 'pat@example.com' };
    const coverage = {
      insuranceProvider: 'Aetna',
      insurancePolicyNumber: 'A-1',
      socialSecurityNumber: '123-45-6789',
    };
    const death = { isDeceased: true, dateOfDeath: '2026-11-01' };
    const body = { firstName: 'Pat', lastName: 'Ient', dateOfBirth: '1980-01-05' };
    const { id } = await add('/patient', { ...body, ...address, ...contact, ...coverage, ...death });
    return made(`/patient/${id}`, { firstName: 'Robin', lastName: 'Other', dateOfBirth: '1981-02-06' });
  },
  '/patient/:id/alerts/:alertId': async ({ add, readOf, patientId }) => {
    const { id } = await add(`/patient/${patientId}/alerts`, { text: 'Latex allergy', endsOn: '2027-01-05' });
    return {
      path: `/patient/${patientId}/alerts/${id}`,
      read: readOf(`/patient/${patientId}/alerts`, id),
      change: { text: 'Latex and iodine allergy' },
    };
  },
  '/user/:id': async ({ made, call, roleIds, portal }) => {
    const officeId = await makeOffice(portal);
    const { id: supervisorId } = await makeUser(portal, { roles: ['ProviderPhysician'] });
    const more = { npi: '1234567893', supervisorId, employeeId: 'E-7', officeId, hireDate: '2020-02-03' };
    const { user: created } = z.looseObject({ user: z.object({ id: z.string() }) }).parse(
      await call('POST', '/user', {
        firstName: 'Robin',
        lastName: 'Smith',
        title: 'DO',
        roleIds: await roleIds('ProviderPhysician'),
        ...more,
      }),
    );
    return made(
      `/user/${created.id}`,
      {
        email: 'other@practice.example',
        firstName: 'Alex',
        lastName: 'Jones',
        isActive: false,
        roleIds: await roleIds('ProviderMidLevel'),
      },
      ['emailConfirmed', 'fullName', 'name', 'roles', 'role'],
    );
  },
  '/user/preferences': async ({ read, call }) => {
    const menu = { hasNarrowMenu: true, collapsedMenuGroups: [] };
    const rest = {
      density: 'compact',
      letterShortcuts: false,
      mutedNotifications: ['MessageAssigned'],
      ...menu,
    };
    await call('PUT', '/user/preferences', {
      theme: 'dark',
      landingPage: '/patients',
      pageSize: 50,
      ...rest,
    });
    return {
      path: '/user/preferences',
      read: async () => json.parse((await read('/user/profile')())['preferences']),
      change: {},
    };
  },
  '/views/:id': async ({ add, readOf }) => {
    const { id } = await add('/views', { list: 'orders', name: 'Pending', isDefault: true, state: STATE });
    return {
      path: `/views/${id}`,
      read: readOf('/views?list=orders', id),
      change: { name: 'Waiting', state: { ...STATE, pageSize: 10 } },
    };
  },
  '/timecard/admin/timecard/:id': async ({ add, read, portal }) => {
    const lunch = { lunchStartTime: wednesday('17:00'), lunchEndTime: wednesday('17:30') };
    const { id: userId } = await makeUser(portal);
    const times = {
      clockInTime: wednesday('13:00'),
      clockOutTime: wednesday('21:00'),
      ...lunch,
      notes: 'On call',
    };
    const { id } = await add('/timecard/admin/timecard', {
      userId,
      ...times,
      reason: 'The clock was broken',
    });
    const change = { clockInTime: wednesday('12:30'), reason: 'Came half an hour earlier' };
    return {
      path: `/timecard/admin/timecard/${id}`,
      read: read(`/timecard/${id}`),
      change,
      follow: [
        'corrections',
        'lastCorrection',
        'totalHours',
        'workedMinutes',
        'overtimeHours',
        'regularHours',
      ],
    };
  },
  '/timecard/schedule/:id': async ({ add, readOf, portal }) => {
    const { id: userId } = await makeUser(portal);
    const times = { scheduledStartTime: '08:00', scheduledEndTime: '16:30', lunchStartTime: '12:00' };
    const rules = { lunchDuration: 45, gracePeriodMinutes: 7, requiresLunchBreak: true };
    const period = { effectiveFrom: '2026-12-07', effectiveTo: '2027-06-30' };
    const { id } = await add('/timecard/schedule', { userId, dayOfWeek: 1, ...times, ...rules, ...period });
    return {
      path: `/timecard/schedule/${id}`,
      read: readOf(`/timecard/schedule/${userId}`, id),
      change: { dayOfWeek: 2, scheduledStartTime: '09:00', scheduledEndTime: '17:00' },
    };
  },
  '/admin/template/categories/:id': async ({ add, readOf }) => {
    const { id } = await add('/admin/template/categories', {
      name: 'Spine',
      displayOrder: 7,
      icon: 'science',
    });
    return {
      path: `/admin/template/categories/${id}`,
      read: readOf('/admin/template/categories', id),
      change: { name: 'Joints' },
    };
  },
  '/admin/template/templates/:id': async ({ add, made }) => {
    const { id: categoryId } = await add('/admin/template/categories', { name: 'Blocks' });
    const { id } = await add('/admin/template/templates', {
      name: 'Block',
      procedureType: 'Injection',
      shortDescription: 'A nerve block',
      categoryId,
      quickAccessOrder: 3,
      needsCoSignature: true,
      templateContent: JSON.stringify(CONTENT),
      autoPopulateFields: JSON.stringify({ born: 'patient.dateOfBirth' }),
    });
    const templateContent = JSON.stringify({
      ...CONTENT,
      sections: CONTENT.sections.map((section) => ({ ...section, title: 'Other' })),
    });
    const change = { name: 'Nerve block', procedureType: 'Block', templateContent };
    return made(`/admin/template/templates/${id}`, change, ['contentVersion']);
  },
  '/admin/template/templates/:id/cases/:caseId': async ({ add, readOf, portal }) => {
    const path = `/admin/template/templates/${await makeTemplate(portal, { content: CONTENT })}/cases`;
    const body = {
      name: 'Left',
      answers: { note: 'Left' },
      billingOption: 'reduced',
      expected: { text: 'Left', lines: [] },
    };
    const { id } = await add(path, body);
    const change = { name: 'Right', answers: { note: 'Right' }, expected: { text: 'Right', lines: [] } };
    return { path: `${path}/${id}`, read: readOf(path, id), change };
  },
  '/templatebillingcoderule/:id': async ({ add, readOf, portal }) => {
    const templateId = await makeTemplate(portal, { content: CONTENT });
    const [first, second] = [await makeBillingCode(portal, '64483'), await makeBillingCode(portal, '64484')];
    const condition = { fieldId: 'note', fieldValue: '*', isTemplateDefault: false };
    const body = { templateId, ...condition, priority: 7, billingCodes: codeOf(first) };
    const { id } = await add('/templatebillingcoderule', body);
    return {
      path: `/templatebillingcoderule/${id}`,
      read: readOf(`/templatebillingcoderule/template/${templateId}`, id),
      change: { templateId, billingCodes: codeOf(second) },
    };
  },
  '/dictation/:id': async ({ add, made, portal, user }) => {
    const desk = await makeDictationDesk(portal);
    await makeBillingCode(portal, '64490');
    await makeBillingCode(portal, 'M54.2');
    const { id } = await add(
      '/dictation',
      noteBody(desk, {
        providerId: user.id,
        procedureLocation: 'Room 2',
        billingCodes: ['M54.2', { code: '64490', modifiers: 'LT', units: 2 }],
        billingOption: 'reduced',
        complications: 'None',
        status: 'Saved',
      }),
    );
    const { id: other } = await makePatient(portal);
    const change = { patientId: other, procedureDate: '2026-11-19' };
    return made(`/dictation/${id}`, change, ['patient', 'patientName', 'patientMRN', 'medicalRecordNumber']);
  },
};
