import { categoryChange, categoryTopic, type TemplateCategory } from '@portal/contract/template-categories';
import { z } from 'zod';
import type { NewsOf } from '#ui/form/EditedRecordNews.tsx';
import { typedNumber } from '#ui/form/typed-number.ts';

/** Form schema of a category, based on the contract. The display order is text; blank means the default 0. */
export const categoryForm = z.strictObject({
  ...categoryChange.shape,
  displayOrder: typedNumber(categoryChange.shape.displayOrder, undefined),
});
export type CategoryInput = z.input<typeof categoryForm>;
export type CategoryValues = z.output<typeof categoryForm>;

/** Form values of a category, or of a new one for null. */
export const categoryInput = (category: TemplateCategory | null): CategoryInput => ({
  name: category?.name ?? '',
  displayOrder: String(category?.displayOrder ?? 0),
  icon: category?.icon ?? 'category',
  reportHeading: category?.reportHeading ?? '',
  ...(category !== null && { version: category.version }),
});

/** What dialogs of a category say when somebody else changes or deletes it. */
export const categoryNews = ({ id }: TemplateCategory): NewsOf => ({
  topic: categoryTopic(id),
  text: 'This category was changed or deleted',
});
