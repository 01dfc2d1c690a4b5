import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { Draft, DraftContent } from '@portal/contract/dictation-drafts';
import type { Dictation, DictationRow } from '@portal/contract/dictations';
import type { Office } from '@portal/contract/offices';
import type { Patient } from '@portal/contract/patients';
import type { DictationTemplate } from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { aPatient as anyPatient } from '#lib/test/patients.ts';

/** The practice's current date, and 10 a.m. on that day in its time zone. */
export const TODAY = '2026-11-21';
export const NOW = `${TODAY}T15:00:00Z`;

export const IDS = {
  provider: '01980000-0000-7000-8000-000000000001',
  colleague: '01980000-0000-7000-8000-000000000002',
  assistant: '01980000-0000-7000-8000-000000000003',
  patient: '01980000-0000-7000-8000-000000000011',
  office: '01980000-0000-7000-8000-000000000021',
  secondOffice: '01980000-0000-7000-8000-000000000022',
  template: '01980000-0000-7000-8000-000000000031',
  secondTemplate: '01980000-0000-7000-8000-000000000032',
  dictation: '01980000-0000-7000-8000-000000000041',
  second: '01980000-0000-7000-8000-000000000042',
  third: '01980000-0000-7000-8000-000000000043',
  draft: '01980000-0000-7000-8000-000000000051',
  group: '01980000-0000-7000-8000-000000000061',
} as const;

/** The signed-in user of a test. */
export interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: string[];
}

/** The provider of the dictations below, and an assistant who prepares them. */
export const PROVIDER: Person = {
  id: IDS.provider,
  firstName: 'Jane',
  lastName: 'Roe',
  roles: ['ProviderPhysician'],
};
export const ASSISTANT: Person = {
  id: IDS.assistant,
  firstName: 'Al',
  lastName: 'Day',
  roles: ['MedicalAssistant'],
};

export const VIEW = ['Dictation.View'] as const;
export const WRITE = ['Dictation.View', 'Dictation.Create', 'Dictation.Edit'] as const;

const BLOCK = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right', 'Bilateral'], required: true },
  { id: 'technique', label: 'Technique', type: 'textarea', required: true },
);

export const aPatient = (change: Partial<Patient> = {}): Patient =>
  anyPatient({ id: IDS.patient, dateOfBirth: '1960-01-02', version: 1, ...change });

const anOffice = (id: string, name: string): Office => ({
  id,
  name,
  address: '1 Main Street',
  city: 'Reston',
  state: 'VA',
  zipCode: '20190',
  phone: '5551234567',
  fax: null,
  npi: null,
  superAdminOnly: false,
  isSurgeryCenter: false,
  isActive: true,
  version: 1,
});

const aProvider = (id: string, firstName: string, lastName: string) => ({
  id,
  userName: firstName.toLowerCase(),
  username: firstName.toLowerCase(),
  firstName,
  lastName,
  title: 'MD',
  roles: ['ProviderPhysician'],
});

/** A completed dictation of the provider as a list row; any property can be overridden. */
export const aRow = (change: Partial<DictationRow> = {}): DictationRow => ({
  id: IDS.dictation,
  templateId: IDS.template,
  templateName: 'Block',
  patientId: IDS.patient,
  patientName: 'Lee, Ann',
  patientMRN: '00000042',
  providerId: IDS.provider,
  providerName: 'Jane Roe',
  locationId: IDS.office,
  procedureLocation: 'Main Street',
  procedureDate: TODAY,
  status: 'Completed',
  groupId: null,
  groupName: null,
  hasAddendums: false,
  coSignature: null,
  createdAt: '2026-11-21T14:00:00Z',
  signedAt: null,
  isActive: true,
  now: null,
  version: 3,
  ...change,
});

/** The same as a complete dictation: a left block whose technique is “Stored”. */
export const aDictation = (change: Partial<Dictation> = {}): Dictation => ({
  ...aRow(),
  patient: { id: IDS.patient, firstName: 'Ann', lastName: 'Lee', medicalRecordNumber: '00000042' },
  patientDOB: '1960-01-02',
  patientGender: 'Female',
  dictationContent: {},
  formData: { side: 'Left', technique: 'Stored' },
  editedFields: [],
  editedFrom: {},
  printed: null,
  billingCodes: [],
  billingOption: 'standard',
  complications: null,
  templateVersion: 1,
  orderId: null,
  reportHeading: null,
  reportTitle: null,
  structure: { sections: BLOCK.sections },
  signature: null,
  coSignature: null,
  addendums: [],
  createdByUser: PROVIDER,
  updatedByUser: PROVIDER,
  updatedAt: '2026-11-21T14:00:00Z',
  ...change,
});

export const aTemplate = (change: Partial<DictationTemplate> = {}): DictationTemplate => ({
  id: IDS.template,
  name: 'Block',
  procedureType: 'Injection',
  shortDescription: null,
  needsCoSignature: false,
  reportTitle: null,
  reportHeading: null,
  categoryId: null,
  categoryName: null,
  quickAccessOrder: 1,
  isActive: true,
  usageCount: 0,
  lastUsed: null,
  createdAt: '2026-01-02T10:00:00Z',
  createdBy: null,
  updatedAt: '2026-01-02T10:00:00Z',
  updatedBy: null,
  version: 1,
  templateContent: '{}',
  autoPopulateFields: '{}',
  contentVersion: 1,
  structure: { sections: BLOCK.sections },
  providerDefaults: {},
  isDefault: false,
  ...change,
});

const draftContent: DraftContent = {
  patientId: IDS.patient,
  procedureDate: TODAY,
  procedureLocation: 'Main Street',
  providerId: IDS.provider,
  locationId: IDS.office,
  formData: { side: 'Left', technique: 'Kept' },
  editedFields: [],
  editedFrom: {},
  billingCodes: null,
  billingOption: 'standard',
  complications: '',
  createKey: 'key',
};

/** A draft of the dictation; `content` can be partial. */
export const aDraft = ({
  content = {},
  ...change
}: Partial<Omit<Draft, 'content'>> & { readonly content?: Partial<DraftContent> } = {}): Draft => ({
  id: IDS.draft,
  dictationId: IDS.dictation,
  templateId: IDS.template,
  templateName: 'Block',
  templateVersion: 1,
  patientName: 'Lee, Ann (00000042)',
  procedureDate: TODAY,
  baseVersion: 3,
  revision: 4,
  editorId: IDS.draft,
  updatedAt: '2026-11-21T14:30:00Z',
  ...change,
  content: { ...draftContent, ...content },
});

/** An ID derived from a billing code. */
const idOf = (code: string): string =>
  `01980000-0000-7000-8001-${Array.from(code, (letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`;

/** A rule that suggests this code when the field has the value. */
export const aRule = (
  fieldId: string,
  fieldValue: string,
  code: Pick<BillingCodeRule['billingCodes'][number], 'code' | 'isDefault'> &
    Partial<BillingCodeRule['billingCodes'][number]>,
): BillingCodeRule => ({
  id: idOf(code.code),
  templateId: IDS.template,
  fieldId,
  fieldValue,
  priority: 1,
  isTemplateDefault: false,
  when: null,
  version: 1,
  billingCodes: [
    {
      billingCodeId: idOf(code.code),
      description: `About ${code.code}`,
      codeType: 'CPT',
      modifiers: '',
      displayOrder: 0,
      isActive: true,
      lineType: 'procedure',
      bilateralIndicator: 1,
      doseFieldId: null,
      unitSize: null,
      unit: null,
      isBillable: true,
      validFrom: null,
      validTo: null,
      count: null,
      ...code,
    },
  ],
});

/** Adds what most dictation screens load: the practice, its providers and offices, and no drafts. */
export function withClinic(server: FakeServer): FakeServer {
  server.on('GET /dictation/signing-checks', { body: [] });
  server.on('GET /dictation/suggestion-settings', { body: { oneSidedModifier: '50' } });
  server.on('POST /dictation/day-lines', { body: [] });
  server.on('POST /dictation/checked-codes', { body: [] });
  server.on('POST /dictation/official-codes', { body: { editions: [], codes: [], pairs: [] } });
  server.on('GET /dictation/payer-limits', { body: [] });
  server.on('GET /practice', {
    body: {
      name: 'Riverside Spine Clinic',
      timeZone: 'America/New_York',
      clock: '12',
      emailDomain: 'practice.example',
      otherStates: false,
      today: TODAY,
    },
  });
  server.on('GET /user/providers', {
    body: [aProvider(IDS.provider, 'Jane', 'Roe'), aProvider(IDS.colleague, 'Max', 'Poe')],
  });
  server.on('GET /office', {
    body: [anOffice(IDS.office, 'Main Street'), anOffice(IDS.secondOffice, 'Harbor')],
  });
  server.on(`GET /patient/${IDS.patient}`, { body: aPatient() });
  server.on('GET /dictation/session/current', { body: 'null' });
  server.on('GET /dictation/drafts', { body: [] });
  server.on('GET /dictation/pending', { body: [] });
  server.on('GET /dictation/recent', { body: [] });
  server.on('GET /dictation/templates', { body: [aTemplate()] });
  server.on(`GET /dictation/templates/${IDS.template}`, { body: aTemplate() });
  server.on('GET /dictation/templates/:id/billing-rules', { body: [] });
  return server;
}
