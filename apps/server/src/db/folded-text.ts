import { sql, type RawBuilder } from 'kysely';

/** SQL that normalizes text for comparing stored values with search input: lowercase, no accents, straight apostrophes. */
export const folded = (text: RawBuilder<unknown>) =>
  sql`translate(regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g'), '’‘', '''''')`;

/** Condition that the text contains every word of a search, ignoring case and accents. An empty search matches everything. */
export function containsWords(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  const conditions = words.map((word) => sql`strpos(${folded(text)}, ${folded(sql`${word}::text`)}) > 0`);
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
