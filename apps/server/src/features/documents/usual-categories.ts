import { documentUsualCategories } from '@portal/contract/documents';
import { DOCUMENT_TYPES, USUAL_CATEGORIES } from '@portal/domain/document';
import { operation } from '#http/operation.ts';
import { findUsualCategories } from './usual-category-repo.ts';

/** Gets the usual category of each document type: the practice's own, else the one that most practices use. */
export const getUsualCategories = operation(documentUsualCategories, async ({ deps }) => {
  const own = new Map((await findUsualCategories(deps.db)).map(({ type, category }) => [type, category]));
  return DOCUMENT_TYPES.flatMap((type) => {
    const category = own.get(type) ?? USUAL_CATEGORIES[type];
    return category === undefined ? [] : [{ type, category }];
  });
});
