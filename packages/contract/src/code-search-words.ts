import { MAX_CODE_SEARCH_WORDS, searchWordProblem } from '@portal/domain/code-search-words';
import { tooManyCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { roles } from './core/endpoint.ts';
import { changes, reads } from './core/verbs.ts';

const LABEL = 'Search words';
const admin = { tag: 'Billing codes', guard: roles('Admin'), healthData: false } as const;

/** Words that the search of codes understands, a line each: "LBP = low back pain". */
export const codeSearchWords = z.strictObject({
  words: z
    .string({ error: `${LABEL} must be text` })
    .trim()
    .check(({ value, issues }) => {
      const extra = tooManyCharacters(value, MAX_CODE_SEARCH_WORDS);
      const message = extra === null ? searchWordProblem(value) : `${LABEL}: ${extra}`;
      if (message !== null) issues.push({ code: 'custom', input: value, message });
    }),
});

export const codeSearchWordsGet = reads('/admin/billing-code/search-words', admin, {
  summary: 'Get the words that the search of codes understands',
  response: codeSearchWords,
  audit: null,
});
export const codeSearchWordsSave = changes('/admin/billing-code/search-words', admin, {
  summary:
    'Replace the words that the search of codes understands, a line each, such as "LBP = low back pain"',
  body: codeSearchWords,
  response: codeSearchWords,
});
