import type { BodyOf, AnswerOf } from '@portal/contract/endpoint';
import type {
  DictationTemplate,
  ListedTemplate,
  templateDefaultToggle,
  templatePreferencesSave,
} from '@portal/contract/templates';
import { fieldsOf } from '@portal/domain/template/content';
import { passesRoleCheck } from '@portal/domain/roles';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { contentOf } from './parsed-content.ts';
import { mutable, presentForDictation, presentListed, type Preference } from './present.ts';
import { findTemplate, listForDictation, type TemplateWithContentRow } from './template-repo.ts';

/** Gets the active templates by quick access order, with the current user's preferences. */
export async function getDictationTemplates({ deps, user }: SignedInContext): Promise<ListedTemplate[]> {
  const [rows, preferences] = await Promise.all([
    listForDictation(deps.db),
    readPreferences(deps.db, user.id),
  ]);
  return rows.map((row) => presentListed(row, preferences.get(row.id)));
}

/** Gets an active template with the current user's preferences. Throws NOT_FOUND, also for an inactive template. */
export async function getDictationTemplate(
  { deps, user }: SignedInContext,
  id: string,
): Promise<DictationTemplate> {
  const row = await requireActive(deps.db, id);
  const preferences = await readPreferences(deps.db, user.id, id);
  return presentForDictation(row, preferences.get(id));
}

/** Saves the current user's defaults for a template's fields. Throws NOT_FOUND, VALIDATION for unknown or read-only fields. */
export async function savePreferences(
  context: SignedInContext,
  id: string,
  { defaults }: BodyOf<typeof templatePreferencesSave>,
): Promise<AnswerOf<typeof templatePreferencesSave>> {
  return inTransaction(context, async (tx) => {
    const template = await requireActive(tx.db, id);
    checkDefaults(context, template, Object.keys(defaults));
    await lockOwnPreferences(context, tx);
    const before = (await readPreferences(tx.db, context.user.id, id)).get(id);
    await tx.db
      .insertInto('template_preferences')
      .values({
        user_id: context.user.id,
        template_id: id,
        defaults: JSON.stringify(defaults),
        updated_at: context.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'template_id'])
          .doUpdateSet({ defaults: JSON.stringify(defaults), updated_at: context.now }),
      )
      .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'Template',
      entityId: id,
      ...changedValues({ providerDefaults: before?.defaults ?? {} }, { providerDefaults: defaults }),
    });
    return { templateId: id, defaults, isDefault: before?.isDefault ?? false };
  });
}

/** Sets or clears a template as the current user's default. Throws NOT_FOUND. */
export async function toggleDefault(
  context: SignedInContext,
  id: string,
): Promise<AnswerOf<typeof templateDefaultToggle>> {
  const userId = context.user.id;
  return inTransaction(context, async (tx) => {
    const { name } = await requireActive(tx.db, id);
    await lockOwnPreferences(context, tx);
    const preferences = await readPreferences(tx.db, userId);
    const isDefault = preferences.get(id)?.isDefault !== true;
    await tx.db
      .updateTable('template_preferences')
      .set({ is_default: false, updated_at: context.now })
      .where('user_id', '=', userId)
      .where('is_default', '=', true)
      .execute();
    if (isDefault)
      await tx.db
        .insertInto('template_preferences')
        .values({ user_id: userId, template_id: id, is_default: true, updated_at: context.now })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'template_id'])
            .doUpdateSet({ is_default: true, updated_at: context.now }),
        )
        .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'Template',
      entityId: id,
      ...changedValues({ isDefault: !isDefault }, { isDefault }),
    });
    return {
      templateId: id,
      defaults: mutable(preferences.get(id)?.defaults ?? {}),
      isDefault,
      message: isDefault
        ? `"${name}" is now your default template.`
        : `"${name}" is no longer your default template.`,
    };
  });
}

/** Serializes saves of one user, so that each save sees the previous values. */
async function lockOwnPreferences({ user }: SignedInContext, tx: Tx): Promise<void> {
  await tx.db.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
}

async function requireActive(db: Db, id: string): Promise<TemplateWithContentRow> {
  const row = await findTemplate(db, id);
  if (row?.is_active !== true) throw notFound('This template is not available for dictations.');
  return row;
}

/** Throws VALIDATION for unknown fields, and for read-only fields unless the user is an administrator. */
function checkDefaults(
  context: SignedInContext,
  template: TemplateWithContentRow,
  ids: readonly string[],
): void {
  const fields = new Map(fieldsOf(contentOf(template.content)).map((field) => [field.id, field]));
  const isAdmin = passesRoleCheck(context.user.roles, ['Admin']);
  const errors = ids.flatMap((id): [string, string[]][] => {
    const field = fields.get(id);
    if (field === undefined) return [[`defaults.${id}`, [`The template has no field "${id}"`]]];
    return field.isReadOnly && !isAdmin
      ? [[`defaults.${id}`, [`Only administrators can change "${field.label}"`]]]
      : [];
  });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors: Object.fromEntries(errors) });
}

async function readPreferences(
  db: Db,
  userId: string,
  templateId?: string,
): Promise<ReadonlyMap<string, Preference>> {
  const rows = await db
    .selectFrom('template_preferences')
    .select(['template_id', 'defaults', 'is_default'])
    .where('user_id', '=', userId)
    .$if(templateId !== undefined, (query) => query.where('template_id', '=', templateId ?? ''))
    .execute();
  return new Map(rows.map((row) => [row.template_id, { defaults: row.defaults, isDefault: row.is_default }]));
}
