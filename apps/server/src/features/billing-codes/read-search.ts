import { codeSearchWords } from '@portal/domain/billing-code-search';
import { readSearchWords } from '@portal/domain/code-search-words';
import type { Db } from '#db/database.ts';
import type { CodePageRequest } from './code-filter-repo.ts';
import { findSearchWords } from './search-words-repo.ts';

/** Reads a search term with the practice's search words: the words to match, and the term as phrases of a description. */
export async function readSearch(db: Db, term: string): Promise<Pick<CodePageRequest, 'words' | 'phrases'>> {
  const typed = codeSearchWords(term);
  if (typed === null || typed.length === 0) return { words: typed === null ? null : [], phrases: [] };
  const known = readSearchWords(await findSearchWords(db));
  const words = typed.map((text) => ({ text, meanings: known.get(text) ?? [] }));
  const meant = words.map(({ text, meanings }) => meanings[0]?.join(' ') ?? text).join(' ');
  return { words, phrases: [...new Set([typed.join(' '), meant])] };
}
