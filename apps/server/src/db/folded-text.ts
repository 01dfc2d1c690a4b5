import { unspacedCharacters } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';

/** SQL that normalizes text for comparing stored values with search input: lowercase, no accents, straight apostrophes. */
export const folded = (text: RawBuilder<unknown>) =>
  sql`translate(regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g'), '’‘', '''''')`;

/** The words of a search, without the punctuation around them, as in "Raman, Priya" and "@praman". Punctuation alone is a word. */
function wordsOfSearch(search: string): readonly string[] {
  const typed = search.split(/\s+/u).filter((word) => word !== '');
  const words = typed
    .flatMap((word) => word.split(/[,;]/))
    .map((word) => word.replaceAll(/^[@("]+|[)":]+$/g, ''))
    .flatMap((word) => unspacedCharacters(word) ?? word)
    .filter((word) => word !== '');
  return words.length === 0 ? typed : words;
}

/** Condition that the text contains every word of a search, ignoring case and accents. An empty search matches everything. */
export function containsWords(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const words = wordsOfSearch(search);
  const conditions = words.map((word) => sql`strpos(${folded(text)}, ${folded(sql`${word}::text`)}) > 0`);
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
