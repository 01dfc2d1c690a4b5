import { codeSearchWordsGet, type codeSearchWordsSave } from '@portal/contract/code-search-words';
import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import { changedValues } from '#audit/audit-entry.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { findSearchWords, saveSearchWords } from './search-words-repo.ts';

/** Gets the words that the search of codes understands. */
export const getSearchWords = operation(codeSearchWordsGet, async ({ deps }) => ({
  words: await findSearchWords(deps.db),
}));

/** Replaces the words that the search of codes understands. */
export function changeSearchWords(
  context: SignedInContext,
  { words }: BodyOf<typeof codeSearchWordsSave>,
): Promise<AnswerOf<typeof codeSearchWordsSave>> {
  return inTransaction(context, async (tx) => {
    const before = await findSearchWords(tx.db);
    await saveSearchWords(tx.db, words);
    tx.audit({
      action: 'Updated',
      entityType: 'BillingCode',
      entityId: null,
      ...changedValues({ searchWords: before }, { searchWords: words }),
    });
    return { words };
  });
}
