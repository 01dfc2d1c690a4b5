import type { BodyOf } from '@portal/contract/endpoint';
import type { dictationCreate, DictationCode } from '@portal/contract/dictations';
import {
  catalogCode,
  fallbackDescription,
  guessCodeType,
  normalizeCode,
  type CodeType,
} from '@portal/domain/billing-code';
import { splitModifiers } from '@portal/domain/template/billing';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';

type SentCode = BodyOf<typeof dictationCreate>['billingCodes'][number];

/** A line of the billing sheet with the ID of its catalog entry, if it has one. */
export interface ResolvedCode extends DictationCode {
  readonly billingCodeId: string | null;
}

/**
 * Resolves sent codes to billing lines. Type and description come from the catalog, where diagnoses also match without the dot; for
 * unknown codes the type is guessed. Duplicate codes become one line with the modifiers of both.
 * Throws VALIDATION for inactive codes that the dictation did not already have.
 */
export async function resolveCodes(
  db: Db,
  sent: readonly SentCode[],
  existing: readonly DictationCode[],
): Promise<ResolvedCode[]> {
  if (sent.length === 0) return [];
  const entryOf = await readCatalogCodes(
    db,
    sent.map(({ code }) => code),
  );
  const existingCodes = new Set(existing.map(({ code }) => code));
  const inactive: string[] = [];
  const lines = new Map<string, ResolvedCode>();
  for (const { code: written, modifiers } of sent) {
    const entry = entryOf(written);
    const codeType = entry?.code_type ?? guessCodeType(written);
    const code = entry?.code ?? catalogCode(codeType, written);
    if (entry?.is_active === false && !existingCodes.has(code)) inactive.push(code);
    const before = lines.get(code)?.modifiers ?? '';
    lines.set(code, {
      code,
      codeType,
      description: entry?.description ?? fallbackDescription(codeType, code) ?? '',
      modifiers: [...new Set(splitModifiers(`${before},${modifiers.toUpperCase()}`))].join(','),
      billingCodeId: entry?.id ?? null,
    });
  }
  if (inactive.length > 0) {
    const message = `These billing codes are no longer active: ${[...new Set(inactive)].join(', ')}`;
    throw new AppError('VALIDATION', { message, errors: { billingCodes: [message] } });
  }
  return [...lines.values()];
}

interface Entry {
  readonly id: string;
  readonly code: string;
  readonly code_type: CodeType;
  readonly description: string;
  readonly is_active: boolean;
}

/** Looks up codes in the catalog, preferring the type that a code looks like. Diagnoses also match without the dot. */
async function readCatalogCodes(
  db: Db,
  written: readonly string[],
): Promise<(code: string) => Entry | undefined> {
  const spellings = written.flatMap((code) => [normalizeCode(code), catalogCode('ICD10', code)]);
  const entries = await db
    .selectFrom('billing_codes')
    .select(['id', 'code', 'code_type', 'description', 'is_active'])
    .where('code', '=', sql<string>`any(${[...new Set(spellings)]}::text[])`)
    .execute();
  return (code) => {
    const exact = entries.filter((entry) => entry.code === normalizeCode(code));
    return (
      exact.find(({ code_type: type }) => type === guessCodeType(code)) ??
      exact[0] ??
      entries.find((entry) => entry.code_type === 'ICD10' && entry.code === catalogCode('ICD10', code))
    );
  };
}
