import { sql, type RawBuilder } from 'kysely';

/** Lower case, without accents, with straight apostrophes: what a search box sends and what is stored meet here. */
export const folded = (text: RawBuilder<unknown>) =>
  sql`translate(regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g'), '’‘', '''''')`;
