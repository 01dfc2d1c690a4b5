import type { documentUsualCategories } from '@portal/contract/documents';
import type { AnswerOf } from '@portal/contract/endpoint';
import { DOCUMENT_TYPES, USUAL_CATEGORIES } from '@portal/domain/document';
import type { SignedInContext } from '#request/context.ts';
import { findUsualCategories } from './usual-category-repo.ts';

/** Gets the usual category of each document type: the practice's own, else the one that most practices use. */
export async function getUsualCategories({
  deps,
}: SignedInContext): Promise<AnswerOf<typeof documentUsualCategories>> {
  const own = new Map((await findUsualCategories(deps.db)).map(({ type, category }) => [type, category]));
  return DOCUMENT_TYPES.flatMap((type) => {
    const category = own.get(type) ?? USUAL_CATEGORIES[type];
    return category === undefined ? [] : [{ type, category }];
  });
}
