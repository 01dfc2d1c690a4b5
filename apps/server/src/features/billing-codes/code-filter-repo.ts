import type { CodeType } from '@portal/domain/billing-code';
import { sql, type RawBuilder } from 'kysely';
import type { PageRequest, Total } from '#db/list-page.ts';
import type { CodeRow } from './code-repo.ts';

/** A word (a–z and 0–9 only) that must be a prefix of one of a code's words, or all words of one of its meanings must. */
export interface CodeWord {
  readonly text: string;
  readonly meanings: readonly (readonly string[])[];
}

/** Filters for codes; null means no filter. */
export interface CodeFilter {
  readonly codeType: CodeType | null;
  readonly isActive: boolean | null;
  readonly isBillable: boolean | null;
  readonly words: readonly CodeWord[] | null;
}
/** A filter with the requested page. Codes whose description has one of the `phrases` come first. */
export type CodePageRequest = CodeFilter & PageRequest & { readonly phrases: readonly string[] };
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
    ...(words === null ? [] : [sql`words @@ ${words.map((word) => wordQuery(word)).join(' & ')}::tsquery`]),
  ];
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`;
}

const prefix = (word: string): string => `'${word}':*`;

const wordQuery = ({ text, meanings }: CodeWord): string =>
  `(${[prefix(text), ...meanings.map((meaning) => `(${meaning.map((word) => prefix(word)).join(' & ')})`)].join(' | ')})`;
