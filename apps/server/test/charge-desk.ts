import { chargeBatch, chargeList, type ChargeRow } from '@portal/contract/charges';
import { dictationAddendum } from '@portal/contract/dictations';
import type { CallInput } from '@portal/contract/endpoint';
import type { DictationStatus } from '@portal/domain/dictation';
import type { BillingOption } from '@portal/domain/template/billing-option';
import { makeDictation, makeDictationDesk, type DictationDesk } from './dictation-factories.ts';
import { makePatient, signedInAs, type SignedInUser } from './factories.ts';
import type { TestPortal } from './harness.ts';

/** A line of a note: code, units, modifiers. */
export type LineOf = readonly [code: string, units?: number, modifiers?: string];

export interface NoteOptions {
  readonly providerId?: string;
  readonly patientId?: string;
  readonly locationId?: string;
  readonly templateId?: string;
  readonly status?: DictationStatus;
  readonly procedureDate?: string;
  readonly billingOption?: BillingOption;
  readonly isActive?: boolean;
  readonly lines?: readonly LineOf[];
}

/** An administrator, two providers, and what their notes need. */
export interface ChargeDesk extends DictationDesk {
  readonly admin: SignedInUser;
  readonly doctor: SignedInUser;
  readonly other: SignedInUser;
  /** Creates a note, by default a signed one of the doctor with a procedure and a diagnosis, of a new patient. */
  readonly note: (options?: NoteOptions) => Promise<string>;
  readonly list: (
    query?: NonNullable<CallInput<typeof chargeList>['query']>,
    user?: SignedInUser,
  ) => ReturnType<typeof listCharges>;
  readonly row: (id: string) => Promise<ChargeRow>;
  readonly enter: (...ids: string[]) => Promise<string>;
  readonly addAddendum: (id: string) => Promise<void>;
}

const listCharges = (
  portal: TestPortal,
  query: NonNullable<CallInput<typeof chargeList>['query']>,
  user: SignedInUser,
) => portal.succeed(chargeList, { query: { pageSize: '100', ...query } }, user);

export async function makeChargeDesk(portal: TestPortal): Promise<ChargeDesk> {
  const desk = await makeDictationDesk(portal);
  const admin = await signedInAs(portal, 'Admin');
  const doctor = await signedInAs(portal, 'ProviderPhysician');
  const other = await signedInAs(portal, 'ProviderMidLevel');
  const list: ChargeDesk['list'] = (query = {}, user = admin) => listCharges(portal, query, user);
  const row = async (id: string) => {
    const { data } = await list();
    const found = data.find((note) => note.id === id);
    if (found === undefined) throw new Error('The note is not listed');
    return found;
  };
  return {
    ...desk,
    admin,
    doctor,
    other,
    list,
    row,
    note: (options = {}) => makeNote(portal, { ...desk, doctor }, options),
    enter: async (...ids) => {
      const records = await Promise.all(ids.map(async (id) => ({ id, version: (await row(id)).version })));
      const { batchId } = await portal.succeed(
        chargeBatch,
        { body: { action: 'enter', batchName: 'Morning', records } },
        admin,
      );
      return batchId;
    },
    addAddendum: async (id) => {
      await portal.succeed(
        dictationAddendum,
        { params: { id }, body: { text: 'The needle gauge was 25G.' } },
        doctor,
      );
    },
  };
}

async function makeNote(
  portal: TestPortal,
  desk: DictationDesk & { readonly doctor: SignedInUser },
  options: NoteOptions,
): Promise<string> {
  const { db } = portal.deps;
  const { status = 'Signed', providerId = desk.doctor.id } = options;
  const id = await makeDictation(portal, {
    templateId: options.templateId ?? desk.templateId,
    locationId: options.locationId ?? desk.locationId,
    patientId: options.patientId ?? (await makePatient(portal)).id,
    providerId,
    procedureDate: options.procedureDate ?? '2026-11-20',
    isActive: options.isActive ?? true,
  });
  const lines = options.lines ?? [['64483', 1, 'LT'], ['M54.16']];
  const values = lines.map(([code, units = 1, modifiers = ''], place) => ({
    dictation_id: id,
    place,
    code_type: /^[A-Z]\d\d\./.test(code) ? ('ICD10' as const) : ('CPT' as const),
    code,
    description: `Description of ${code}`,
    modifiers,
    units,
    diagnosis_pointers: null,
    billing_code_id: null,
  }));
  if (values.length > 0) await db.insertInto('dictation_codes').values(values).execute();
  const now = portal.clock.now();
  await db
    .updateTable('dictations')
    .set({
      status,
      billing_option: options.billingOption ?? 'standard',
      ...(status === 'Signed' && {
        signed_at: now,
        signed_by: providerId,
        signer_name: 'Test Signer',
        signer_title: 'MD',
        content_hash: Buffer.alloc(32, 1),
      }),
    })
    .where('id', '=', id)
    .execute();
  return id;
}
