import { suggestionSettingsGet, suggestionSettingsSave } from '@portal/contract/signing-checks';
import { changedValues } from '#audit/audit-entry.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { findOneSidedModifier, saveOneSidedModifier } from './suggestion-settings-repo.ts';

/** Gets how modifiers are suggested. */
export const getSuggestionSettings = operation(suggestionSettingsGet, async ({ deps }) => ({
  oneSidedModifier: await findOneSidedModifier(deps.db),
}));

/** Chooses which modifier is suggested on a one-sided transforaminal note. */
export const changeSuggestionSettings = operation(suggestionSettingsSave, async (context, { body }) => {
  const { oneSidedModifier } = body;
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
});
