import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { suggestionSettingsGet, suggestionSettingsSave } from '@portal/contract/signing-checks';
import { changedValues } from '#audit/audit-entry.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { findOneSidedModifier, saveOneSidedModifier } from './suggestion-settings-repo.ts';

type Settings = AnswerOf<typeof suggestionSettingsGet>;

/** Gets how modifiers are suggested. */
export const getSuggestionSettings = async ({ deps }: SignedInContext): Promise<Settings> => ({
  oneSidedModifier: await findOneSidedModifier(deps.db),
});

/** Chooses which modifier is suggested on a one-sided transforaminal note. */
export async function changeSuggestionSettings(
  context: SignedInContext,
  { oneSidedModifier }: BodyOf<typeof suggestionSettingsSave>,
): Promise<Settings> {
  return inTransaction(context, async (tx) => {
    const before = await findOneSidedModifier(tx.db);
    await saveOneSidedModifier(tx.db, oneSidedModifier, { by: context.user.id, now: context.now });
    tx.audit({
      action: 'Updated',
      entityType: 'System',
      entityId: null,
      ...changedValues(
        { 'suggestions.oneSidedModifier': before },
        { 'suggestions.oneSidedModifier': oneSidedModifier },
      ),
    });
    return { oneSidedModifier };
  });
}
