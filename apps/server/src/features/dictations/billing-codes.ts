import type { BodyOf } from '@portal/contract/endpoint';
import type { dictationCreate, DictationCode } from '@portal/contract/dictations';
import { guessCodeType, normalizeCode, type CodeType } from '@portal/domain/billing-code';
import { splitModifiers } from '@portal/domain/template/billing';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { AppError } from '#http/app-error.ts';

type SentCode = BodyOf<typeof dictationCreate>['billingCodes'][number];

/** A line of the billing sheet with the catalogue's entry, if it has one. */
export interface ResolvedCode extends DictationCode {
  readonly billingCodeId: string | null;
}

/**
 * The lines of the billing sheet: type and description come from the catalogue; the type of a code that is not there is guessed
 * (decisions 63). The same code twice is one line with the modifiers of both (decisions 64). Throws VALIDATION for inactive codes that
 * the dictation did not have already.
 */
export async function resolveCodes(
  db: Db,
  sent: readonly SentCode[],
  existing: readonly DictationCode[],
): Promise<ResolvedCode[]> {
  const lines = new Map<string, string[]>();
  for (const { code, modifiers } of sent) {
    const normal = normalizeCode(code);
    lines.set(normal, [...(lines.get(normal) ?? []), ...splitModifiers(modifiers.toUpperCase())]);
  }
  if (lines.size === 0) return [];
  const known = await db
    .selectFrom('billing_codes')
    .select(['id', 'code', 'code_type', 'description', 'is_active'])
    .where('code', '=', sql<string>`any(${[...lines.keys()]}::text[])`)
    .execute();
  const entryOf = (code: string) => {
    const entries = known.filter((entry) => entry.code === code);
    return entries.find(({ code_type: type }) => type === guessCodeType(code)) ?? entries[0];
  };
  const kept = new Set(existing.map(({ code }) => code));
  const inactive = [...lines.keys()].filter((code) => !kept.has(code) && entryOf(code)?.is_active === false);
  if (inactive.length > 0) {
    const message = `These billing codes are not active any more: ${inactive.join(', ')}`;
    throw new AppError('VALIDATION', { message, errors: { billingCodes: [message] } });
  }
  return [...lines].map(([code, modifiers]) => {
    const entry = entryOf(code);
    const codeType: CodeType = entry?.code_type ?? guessCodeType(code);
    return {
      code,
      codeType,
      description: entry?.description ?? '',
      modifiers: [...new Set(modifiers)].join(','),
      billingCodeId: entry?.id ?? null,
    };
  });
}
