import type { CodeType } from '@portal/domain/billing-code';
import { sql, type RawBuilder } from 'kysely';
import type { CodeRow } from './code-repo.ts';

/** Which codes; null: all. `words`: each must be the beginning of one of the code's words (a–z and 0–9 only). */
export interface CodeFilter {
  readonly codeType: CodeType | null;
  readonly isActive: boolean | null;
  readonly words: readonly string[] | null;
}
export interface CodePageRequest extends CodeFilter {
  /** From 1; past the end means the last page. */
  readonly page: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
}
/** Above 1,000 matches of a search the total is 1,001 and marked (docs/decisions/0004). */
export interface CodePage {
  readonly rows: readonly CodeRow[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

/** The filter as a condition on `billing_codes`; its words are for the index of words. */
export function codeConditions({ codeType, isActive, words }: CodeFilter): RawBuilder<boolean> {
  const all = [
    // With words, those are what finds the codes; the type alone would find nearly all of them.
    ...(codeType === null
      ? []
      : [words === null ? sql`code_type = ${codeType}` : sql`code_type || '' = ${codeType}`]),
    ...(isActive === null ? [] : [sql`is_active = ${isActive ? sql`true` : sql`false`}`]),
    ...(words === null ? [] : [sql`words @@ ${allStarts(words)}`]),
  ];
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** The words as a condition that is tested code by code. */
export const wordsTested = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`words || '' @@ ${allStarts(words)}`;

const allStarts = (words: readonly string[]) =>
  sql`${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
