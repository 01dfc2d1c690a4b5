import { sql, type RawBuilder } from 'kysely';

/** SQL that normalizes text for comparing stored values with search input: lowercase, no accents, straight apostrophes. */
export const folded = (text: RawBuilder<unknown>) =>
  sql`translate(regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g'), '’‘', '''''')`;
