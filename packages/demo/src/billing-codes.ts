import type { CodeType } from '@portal/domain/billing-code';
import { defaultCodeTraits, shorterCodes } from '@portal/domain/billing-code-traits';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import { DIAGNOSIS_CODES } from '@portal/starter/diagnosis-codes';
import { PROCEDURE_CODES } from '@portal/starter/procedure-codes';
import { SEARCH_WORDS } from '@portal/starter/search-words';

/** Age of the catalog when the demo is loaded, in days. */
const UPDATED_DAYS_AGO = 51;
const DAY_MS = 86_400_000;

/** Codes that ended, as practices still have them from earlier years; the last two ended only with the newest small code files. */
const ENDED = {
  J1030: 'Methylprednisolone acetate, 40 mg',
  J1040: 'Methylprednisolone acetate, 80 mg',
  J3303: 'Triamcinolone hexacetonide, 5 mg',
};
const ENDED_DIAGNOSIS = {
  code: 'M77.8',
  description: 'Other enthesopathies',
  category: 'Joints and soft tissue',
};

/** The catalog of an interventional pain practice. */
export async function insertDemoBillingCodes(tx: Transaction<Database>, now: Date): Promise<void> {
  const updatedAt = new Date(now.getTime() - UPDATED_DAYS_AGO * DAY_MS);
  const headings = new Set(DIAGNOSIS_CODES.flatMap(({ code }) => shorterCodes('ICD10', code)));
  const row = (type: CodeType, code: string, description: string, category: string) => {
    const traits = defaultCodeTraits(type, code, headings.has(code));
    return {
      code_type: type,
      code,
      description,
      category,
      is_active: true,
      line_type: traits.lineType,
      bilateral_indicator: traits.bilateralIndicator,
      unit_size: traits.unitSize,
      unit: traits.unit,
      is_billable: traits.isBillable,
      valid_from: traits.validFrom,
      valid_to: traits.validTo,
      created_at: updatedAt,
      updated_at: updatedAt,
    };
  };
  const procedures = Object.entries(PROCEDURE_CODES).flatMap(([category, codes]) =>
    Object.entries(codes).map(([code, description]) => row('CPT', code, description, category)),
  );
  const ended = Object.entries(ENDED).map(([code, description]) =>
    row('CPT', code, description, 'Drugs and supplies'),
  );
  const diagnoses = [...DIAGNOSIS_CODES, ENDED_DIAGNOSIS].map(({ code, description, category }) =>
    row('ICD10', code, description, category),
  );
  await tx
    .insertInto('billing_codes')
    .values([...procedures, ...ended, ...diagnoses])
    .execute();
  await tx.insertInto('code_search_words').values({ words: SEARCH_WORDS }).execute();
}
