import type { CodeType } from '@portal/domain/billing-code';
import { sql, type RawBuilder } from 'kysely';
import type { PageRequest, Total } from '#db/list-page.ts';
import type { CodeRow } from './code-repo.ts';

/** Filters for codes; null means no filter. Each of `words` (a–z and 0–9 only) must be a prefix of one of the code's words. */
export interface CodeFilter {
  readonly codeType: CodeType | null;
  readonly isActive: boolean | null;
  readonly isBillable: boolean | null;
  readonly words: readonly string[] | null;
}
/** A filter with the requested page. */
export type CodePageRequest = CodeFilter & PageRequest;
/** A page of codes. For more than 1,000 search matches the total is 1,001 and marked as approximate (docs/decisions/0004). */
export interface CodePage extends Total {
  readonly rows: readonly CodeRow[];
}

/** The filter as a condition on `billing_codes`; the words use the word index. */
export function codeConditions({ codeType, isActive, isBillable, words }: CodeFilter): RawBuilder<boolean> {
  const all = [
    // With words, the word index must be used: the type alone would match nearly all codes.
    ...(codeType === null
      ? []
      : [words === null ? sql`code_type = ${codeType}` : sql`code_type || '' = ${codeType}`]),
    ...(isActive === null ? [] : [sql`is_active = ${isActive ? sql`true` : sql`false`}`]),
    ...(isBillable === null ? [] : [sql`is_billable = ${isBillable ? sql`true` : sql`false`}`]),
    ...(words === null ? [] : [sql`words @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`]),
  ];
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`;
}
