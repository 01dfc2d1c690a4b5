import type { ActivityEvent } from '@portal/domain/activity-event';
import type { BodyOf } from '@portal/contract/endpoint';
import {
  type categoryCreate,
  categoryDelete,
  categoryTopic,
  categoryUpdate,
  type TemplateCategory,
} from '@portal/contract/template-categories';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import {
  deleteCategory,
  findCategory,
  insertCategory,
  listCategories,
  lockCategory,
  updateCategory,
} from './category-repo.ts';

/** Gets the categories in display order. */
export const getCategories = ({ deps }: SignedInContext): Promise<TemplateCategory[]> =>
  listCategories(deps.db);

/** Adds a category. Throws CONFLICT if the name is taken. */
export async function createCategory(
  context: SignedInContext,
  fields: BodyOf<typeof categoryCreate>,
): Promise<TemplateCategory> {
  return inTransaction(context, async (tx) => {
    const id = await withUniqueName(() => insertCategory(tx.db, fields));
    tx.audit({
      action: 'Created',
      entityType: 'TemplateCategory',
      entityId: String(id),
      newValues: auditFields(fields),
    });
    announce(tx, 'template_category.created', `Template category ${fields.name} was added`);
    return required(await findCategory(tx.db, id));
  });
}

/** Updates a category. Throws NOT_FOUND, STALE, CONFLICT. */
export const changeCategory = operation(categoryUpdate, async (context, { params: { id }, body }) => {
  const { version, ...sent } = body;
  return inTransaction(context, async (tx) => {
    const current = required(await lockCategory(tx.db, id));
    checkVersion(context, version, current);
    const fields = withChange(current, sent);
    await withUniqueName(() => updateCategory(tx.db, id, fields, context.now));
    tx.audit({
      action: 'Updated',
      entityType: 'TemplateCategory',
      entityId: String(id),
      ...changedValues(auditFields(current), auditFields(fields)),
    });
    notifyForms(context, tx, id);
    announce(tx, 'template_category.updated', `Template category ${fields.name} was changed`);
    return required(await findCategory(tx.db, id));
  });
});

/** Deletes a category without templates. Throws NOT_FOUND, IN_USE. */
export const removeCategory = operation(categoryDelete, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const category = required(await lockCategory(tx.db, id));
    if (category.templateCount > 0) {
      const templates =
        category.templateCount === 1 ? '1 template belongs' : `${category.templateCount} templates belong`;
      throw new AppError('IN_USE', {
        message: `${templates} to this category. Move them to another one before you delete it.`,
      });
    }
    await deleteCategory(tx.db, id);
    tx.audit({
      action: 'Deleted',
      entityType: 'TemplateCategory',
      entityId: String(id),
      oldValues: auditFields(category),
    });
    notifyForms(context, tx, id);
    announce(tx, 'template_category.deleted', `Template category ${category.name} was deleted`);
    return { message: `Category "${category.name}" was deleted.` };
  });
});

function required(category: TemplateCategory | undefined): TemplateCategory {
  if (category === undefined) throw notFound();
  return category;
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'template_categories_name_key') throw error;
    const message = 'A category with this name already exists';
    throw new AppError('CONFLICT', { message, errors: { name: [message] } });
  }
}

const auditFields = ({ name, displayOrder, icon, reportHeading }: BodyOf<typeof categoryCreate>) => ({
  name,
  displayOrder,
  icon,
  reportHeading,
});

/** Tells open forms of the category, which no activity names. */
function notifyForms({ user }: SignedInContext, tx: Tx, id: number): void {
  tx.notify('changes', {
    topic: categoryTopic(id),
    permission: 'Dictation.ManageTemplates',
    exceptUserId: user.id,
  });
}

function announce(tx: Tx, event: ActivityEvent, description: string): void {
  tx.activity({
    event,
    description,
    icon: 'Description',
    color: 'info',
    entityType: 'TemplateCategory',
    // Category ids are numbers, but the activity feed supports only UUIDs.
    entityId: null,
    requiredPermission: 'Dictation.View',
  });
}
