import type { BodyOf } from '@portal/contract/endpoint';
import type { Dictation, dictationCreate } from '@portal/contract/dictations';
import { autoPopulateValues } from '@portal/domain/template/auto-populate';
import type { FieldValues } from '@portal/domain/template/value';
import { fullName } from '@portal/domain/person-name';
import { maySign } from '@portal/domain/roles';
import { todayIn } from '@portal/domain/date';
import type { Tx } from '#request/transaction.ts';
import type { Db } from '#db/database.ts';
import { AppError, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import type { TemplateVersion } from '#features/templates/index.ts';
import type { ResolvedCode } from './billing-codes.ts';

type Body = BodyOf<typeof dictationCreate>;

/**
 * Provider and location of a save: from the body, else from the caller's session, else the caller if they are a provider. Throws
 * VALIDATION when either is missing.
 */
export async function resolveProviderAndLocation(
  { user, now, deps }: SignedInContext,
  db: Db,
  body: Pick<Body, 'providerId' | 'locationId'>,
): Promise<{ readonly providerId: string; readonly locationId: string }> {
  const { providerId, locationId } = body;
  if (providerId !== undefined && locationId !== undefined) return { providerId, locationId };
  const session = await db
    .selectFrom('dictation_sessions')
    .select(['provider_id', 'location_id'])
    .where('user_id', '=', user.id)
    .where('day', '=', todayIn(deps.config.practice.timeZone, now))
    .executeTakeFirst();
  const provider = providerId ?? session?.provider_id ?? (maySign(user.roles) ? user.id : undefined);
  const location = locationId ?? session?.location_id;
  if (provider === undefined) throw fieldError('providerId', 'Please select a provider');
  if (location === undefined) throw fieldError('locationId', 'Please select a location');
  return { providerId: provider, locationId: location };
}

/** Allows only the dictation's provider to complete it. Throws FORBIDDEN. */
export function requireMayComplete({ user }: SignedInContext, providerId: string): void {
  if (!maySign(user.roles))
    throw new AppError('FORBIDDEN', {
      message: 'Only providers can complete dictations. Save it for physician review instead.',
    });
  if (providerId !== user.id)
    throw new AppError('FORBIDDEN', { message: 'Only the dictation’s provider can complete it.' });
}

/** Initial values that do not come from the template: auto-populated values and the caller's own defaults. */
export async function firstValues(
  { user }: SignedInContext,
  db: Db,
  template: TemplateVersion,
  note: {
    readonly patientId: string;
    readonly providerId: string;
    readonly locationName: string;
    readonly procedureDate: string;
  },
): Promise<FieldValues> {
  const row = await db
    .selectFrom('patients as p')
    .innerJoin('users as u', (join) => join.on('u.id', '=', note.providerId))
    .leftJoin('template_preferences as f', (join) =>
      join.on('f.user_id', '=', user.id).on('f.template_id', '=', template.templateId),
    )
    .select([
      'p.first_name',
      'p.last_name',
      'p.date_of_birth',
      'p.gender',
      'p.medical_record_number',
      'p.phone',
      'p.insurance_provider',
      'u.first_name as provider_first_name',
      'u.last_name as provider_last_name',
      'u.title',
      'f.defaults',
    ])
    .where('p.id', '=', note.patientId)
    .executeTakeFirstOrThrow();
  return {
    ...row.defaults,
    ...autoPopulateValues(template.content, template.autoPopulate, {
      patient: {
        firstName: row.first_name,
        lastName: row.last_name,
        dateOfBirth: row.date_of_birth,
        gender: row.gender,
        medicalRecordNumber: row.medical_record_number,
        phone: row.phone,
        insuranceProvider: row.insurance_provider,
      },
      provider: { name: fullName(row.provider_first_name, row.provider_last_name), title: row.title },
      locationName: note.locationName,
      procedureDate: note.procedureDate,
    }),
  };
}

/** Inserts the billing lines of a dictation that has none. */
export async function insertCodes(
  tx: Tx,
  dictationId: string,
  codes: readonly ResolvedCode[],
): Promise<void> {
  if (codes.length === 0) return;
  await tx.db
    .insertInto('dictation_codes')
    .values(
      codes.map((line, place) => ({
        dictation_id: dictationId,
        place,
        code_type: line.codeType,
        code: line.code,
        description: line.description,
        modifiers: line.modifiers,
        billing_code_id: line.billingCodeId,
      })),
    )
    .execute();
}

/** Values of a dictation for the audit log, without its form values. */
export const auditFields = (note: {
  readonly patientId: string;
  readonly providerId: string;
  readonly locationId: string;
  readonly procedureDate: string;
  readonly procedureLocation: string;
  readonly status: Dictation['status'];
  readonly billingOption: Dictation['billingOption'];
  readonly billingCodes: readonly { readonly code: string; readonly modifiers: string }[];
}): Record<string, unknown> => ({
  patientId: note.patientId,
  providerId: note.providerId,
  locationId: note.locationId,
  procedureDate: note.procedureDate,
  procedureLocation: note.procedureLocation,
  status: note.status,
  billingOption: note.billingOption,
  billingCodes: note.billingCodes.map(({ code, modifiers }) =>
    modifiers === '' ? code : `${code}-${modifiers}`,
  ),
});
