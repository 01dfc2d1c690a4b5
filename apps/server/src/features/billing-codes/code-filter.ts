import type { CodeType } from '@portal/domain/billing-code';
import { sql, type RawBuilder } from 'kysely';
import type { CodeRow } from './code-repo.ts';

/** Filters for codes; null means no filter. Each of `words` (a–z and 0–9 only) must be a prefix of one of the code's words. */
export interface CodeFilter {
  readonly codeType: CodeType | null;
  readonly isActive: boolean | null;
  readonly words: readonly string[] | null;
}
/** A filter with the requested page. */
export interface CodePageRequest extends CodeFilter {
  /** From 1; a page past the end means the last page. */
  readonly page: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
}
/** A page of codes. For more than 1,000 search matches the total is 1,001 and marked as approximate (docs/decisions/0004). */
export interface CodePage {
  readonly rows: readonly CodeRow[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

/** The filter as a condition on `billing_codes`; the words use the word index. */
export function codeConditions({ codeType, isActive, words }: CodeFilter): RawBuilder<boolean> {
  const all = [
    // With words, the word index must be used: the type alone would match nearly all codes.
    ...(codeType === null
      ? []
      : [words === null ? sql`code_type = ${codeType}` : sql`code_type || '' = ${codeType}`]),
    ...(isActive === null ? [] : [sql`is_active = ${isActive ? sql`true` : sql`false`}`]),
    ...(words === null ? [] : [sql`words @@ ${allStarts(words)}`]),
  ];
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** The words as a condition that does not use the word index. */
export const wordsWithoutIndex = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`words || '' @@ ${allStarts(words)}`;

const allStarts = (words: readonly string[]) =>
  sql`${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
