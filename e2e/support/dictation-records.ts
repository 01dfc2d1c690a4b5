import { randomUUID } from 'node:crypto';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { dictationCreate, type Dictation } from '@portal/contract/dictations';
import { templateCreate, type Template } from '@portal/contract/templates';
import { todayIn } from '@portal/domain/date';
import type { Api } from './api.ts';
import { newOffice, newPatient, readyUser, uniqueName } from './records.ts';

/** Today in the demo practice. */
export const practiceToday = () => todayIn('America/New_York', new Date());

/** Creates a template with a required choice, a field that depends on it, and a text. */
export async function newTemplate(
  api: Api,
  name: string,
  quickAccessOrder: number | null = null,
): Promise<Template> {
  const content = {
    version: 1,
    sections: [
      {
        id: randomUUID(),
        title: 'Procedure Details',
        fields: [
          {
            id: 'side',
            label: 'Side',
            type: 'select',
            required: true,
            options: ['Left', 'Right', 'Bilateral'],
          },
          {
            id: 'second_side',
            label: 'Second side',
            type: 'text',
            visibilityRules: [
              { sourceFieldId: 'side', operator: 'equals', value: 'Bilateral', action: 'show' },
            ],
          },
          { id: 'technique', label: 'Technique', type: 'textarea', required: true, rows: 3 },
        ],
      },
    ],
  };
  const body = {
    name,
    procedureType: 'Injection',
    shortDescription: `${name}, standard technique`,
    quickAccessOrder,
    templateContent: JSON.stringify(content),
  };
  return api.succeed(templateCreate, { body }, await api.superToken());
}

/**
 * Creates a provider, an office and two templates that no other test uses. The first template is a quick-start tile.
 */
export async function newPractice(api: Api) {
  const [provider, office, first, second] = await Promise.all([
    readyUser(api, { role: 'ProviderPhysician', firstName: 'Paula', title: 'MD' }),
    newOffice(api, { isSurgeryCenter: true }),
    newTemplate(api, `Injection ${uniqueName()}`, 900),
    newTemplate(api, `Block ${uniqueName()}`),
  ]);
  return { provider, office, templates: [first, second] as const };
}
export type Practice = Awaited<ReturnType<typeof newPractice>>;

/** Creates a dictation for a new patient, saved for review. Every field can be overridden. */
export async function newDictation(
  api: Api,
  { provider, office, templates }: Practice,
  change: Partial<BodyInputOf<typeof dictationCreate>> = {},
): Promise<Dictation> {
  const body = {
    templateId: templates[0].id,
    patientId: (await newPatient(api)).id,
    providerId: provider.user.id,
    locationId: office.id,
    procedureDate: practiceToday(),
    formData: { side: 'Left', technique: 'Under fluoroscopy, without difficulty.' },
    status: 'Saved' as const,
    ...change,
  };
  return api.succeed(dictationCreate, { body }, await api.superToken());
}
