import type { DictationBody } from '@portal/contract/dictations';
import type { DictationStatus } from '@portal/domain/dictation';
import type { FieldValues } from '@portal/domain/template/value';
import { contentOf } from '@portal/domain/template/test/content-of';
import type { TemplateContent } from '@portal/domain/template/content';
import { makeOffice, makePatient } from './factories.ts';
import type { TestPortal } from './harness.ts';
import { makeTemplate } from './template-factories.ts';

/** A template with a required field and a second one that is shown and required for one value of the first. */
export const NOTE_CONTENT: TemplateContent = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right', 'Both'], required: true },
  {
    id: 'order',
    label: 'Which side first',
    required: true,
    visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Both', action: 'show' }],
  },
  { id: 'note', label: 'Note', type: 'textarea', maxLength: 200 },
);

/** What a dictation needs: a template, a location and a patient. */
export interface DictationDesk {
  readonly templateId: string;
  readonly locationId: string;
  readonly patientId: string;
}

export async function makeDictationDesk(
  portal: TestPortal,
  { content = NOTE_CONTENT }: { content?: TemplateContent } = {},
): Promise<DictationDesk> {
  return {
    templateId: await makeTemplate(portal, { content }),
    locationId: await makeOffice(portal),
    patientId: (await makePatient(portal)).id,
  };
}

/** A complete dictation as an editor sends it. */
export const noteBody = (desk: DictationDesk, more: Partial<DictationBody> = {}): DictationBody => ({
  ...desk,
  procedureDate: '2026-11-20',
  formData: { side: 'Left', note: 'Went well' },
  ...more,
});

/** Creates a dictation without codes, with defaults. A signed one is signed by its provider. */
export async function makeDictation(
  portal: TestPortal,
  options: DictationDesk & {
    providerId: string;
    status?: DictationStatus;
    procedureDate?: string;
    formData?: FieldValues;
    isActive?: boolean;
    createdAt?: Date;
  },
): Promise<string> {
  const now = portal.clock.now();
  const status = options.status ?? 'Draft';
  const isActive = options.isActive ?? true;
  const signed = {
    signed_at: now,
    signed_by: options.providerId,
    signer_name: 'Test Signer',
    signer_title: 'MD',
    content_hash: Buffer.alloc(32, 1),
  };
  const { id } = await portal.deps.db
    .insertInto('dictations')
    .values({
      template_id: options.templateId,
      template_version: 1,
      patient_id: options.patientId,
      provider_id: options.providerId,
      location_id: options.locationId,
      procedure_location: 'Test location',
      procedure_date: options.procedureDate ?? '2026-11-20',
      status,
      form_data: JSON.stringify(options.formData ?? { side: 'Left' }),
      edited_fields: [],
      billing_option: 'standard',
      complications: null,
      is_active: isActive,
      deactivated_at: isActive ? null : now,
      created_by: options.providerId,
      created_at: options.createdAt ?? now,
      updated_by: options.providerId,
      updated_at: now,
      ...(status === 'Signed' ? signed : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
