import {
  dictationTemplateGet,
  dictationTemplates,
  templateDefaultToggle,
  templatePreferencesSave,
} from '@portal/contract/templates';
import { fieldsOf } from '@portal/domain/template/content';
import { acceptValue, notAnOption, offeredValues } from '@portal/domain/template/option-value';
import { problemText, rowsProblems } from '@portal/domain/template/rows';
import { mutableValues, type FieldValues } from '@portal/domain/template/value';
import { passesRoleCheck } from '@portal/domain/roles';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { contentOf } from './parsed-content.ts';
import {
  clearDefault,
  findPreferences,
  lockPreferences,
  setDefault,
  upsertDefaults,
} from './preference-repo.ts';
import {
  findTemplate,
  findTemplateOrDeleted,
  listForDictation,
  lockTemplate,
  type TemplateWithContentRow,
} from './template-repo.ts';
import { presentForDictation, presentListed } from './template-view.ts';

/** Gets the active templates by quick access order, with the current user's preferences. */
export const getDictationTemplates = operation(dictationTemplates, async ({ deps, user }) => {
  const [rows, preferences] = await Promise.all([
    listForDictation(deps.db),
    findPreferences(deps.db, user.id),
  ]);
  return rows.map((row) => presentListed(row, preferences.get(row.id)));
});

/** Gets a template with the current user's preferences. Throws NOT_FOUND, also for an inactive template unless it is wanted. */
export const getDictationTemplate = operation(
  dictationTemplateGet,
  async ({ deps, user }, { params: { id }, query }) => {
    const { includeInactive } = query;
    const row = includeInactive
      ? await findTemplateOrDeleted(deps.db, id)
      : requireActiveRow(await findTemplate(deps.db, id));
    if (row === undefined) throw notFound('This template does not exist.');
    const preferences = await findPreferences(deps.db, user.id, id);
    return presentForDictation(row, preferences.get(id));
  },
);

/**
 * Saves the current user's defaults for a template's fields. Throws NOT_FOUND, VALIDATION for unknown or read-only fields
 * and values that are no option.
 */
export const savePreferences = operation(templatePreferencesSave, async (context, { params, body }) => {
  const { id } = params;
  const { defaults } = body;
  return inTransaction(context, async (tx) => {
    // A change of the template carries the defaults along.
    const template = requireActiveRow(await lockTemplate(tx.db, id));
    checkDefaults(context, template, defaults);
    const key = { userId: context.user.id, templateId: id, now: context.now };
    await lockPreferences(tx.db, key.userId);
    const before = (await findPreferences(tx.db, key.userId, id)).get(id);
    await upsertDefaults(tx.db, key, defaults);
    tx.audit({
      action: 'Updated',
      entityType: 'Template',
      entityId: id,
      ...changedValues({ providerDefaults: before?.defaults ?? {} }, { providerDefaults: defaults }),
    });
    return { templateId: id, defaults, isDefault: before?.isDefault ?? false };
  });
});

/** Sets or clears a template as the current user's default. Throws NOT_FOUND. */
export const toggleDefault = operation(templateDefaultToggle, async (context, { params: { id } }) => {
  const key = { userId: context.user.id, templateId: id, now: context.now };
  return inTransaction(context, async (tx) => {
    const { name } = await requireActive(tx.db, id);
    await lockPreferences(tx.db, key.userId);
    const before = (await findPreferences(tx.db, key.userId, id)).get(id);
    const isDefault = before?.isDefault !== true;
    await (isDefault ? setDefault(tx.db, key) : clearDefault(tx.db, key));
    tx.audit({
      action: 'Updated',
      entityType: 'Template',
      entityId: id,
      ...changedValues({ isDefault: !isDefault }, { isDefault }),
    });
    return {
      templateId: id,
      defaults: mutableValues(before?.defaults ?? {}),
      isDefault,
      message: isDefault
        ? `"${name}" is now your default template.`
        : `"${name}" is no longer your default template.`,
    };
  });
});

const requireActive = async (db: Db, id: string): Promise<TemplateWithContentRow> =>
  requireActiveRow(await findTemplate(db, id));

function requireActiveRow(row: TemplateWithContentRow | undefined): TemplateWithContentRow {
  if (row?.is_active !== true) throw notFound('This template is not available for dictations.');
  return row;
}

/** Throws VALIDATION for unknown fields, values that are no option, and for read-only fields unless the user is an administrator. */
function checkDefaults(
  context: SignedInContext,
  template: TemplateWithContentRow,
  defaults: FieldValues,
): void {
  const fields = new Map(fieldsOf(contentOf(template.content)).map((field) => [field.id, field]));
  const isAdmin = passesRoleCheck(context.user.roles, ['Admin']);
  const errors = Object.entries(defaults).flatMap(([id, value]): [string, string[]][] => {
    const field = fields.get(id);
    if (field === undefined) return [[`defaults.${id}`, [`The template has no field "${id}"`]]];
    if (field.isReadOnly && !isAdmin)
      return [[`defaults.${id}`, [`Only administrators can change "${field.label}"`]]];
    if (field.type === 'rows') {
      const refused = problemText(rowsProblems(field, value), 'refused');
      return refused === '' ? [] : [[`defaults.${id}`, [`${field.label}: ${refused}`]]];
    }
    const offered = offeredValues(field) ?? [];
    const { dropped } = acceptValue(field, offered, value);
    return dropped.length === 0
      ? []
      : [[`defaults.${id}`, dropped.map((text) => `${field.label}: ${notAnOption(text, offered)}`)]];
  });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors: Object.fromEntries(errors) });
}
