import { categoryChange } from '@portal/contract/template-categories';
import type { TemplateCategory } from '@portal/contract/template-categories';
import { z } from 'zod';

/** The category's form: the contract's rules, the number as it is typed; blank is the default 0. */
export const categoryForm = z.strictObject({
  ...categoryChange.shape,
  displayOrder: z
    .string()
    .transform((text): number | undefined => Number(text))
    .pipe(categoryChange.shape.displayOrder),
});
export type CategoryInput = z.input<typeof categoryForm>;
export type CategoryValues = z.output<typeof categoryForm>;

/** The form's values of a category; of a new one for null. */
export const categoryInput = (category: TemplateCategory | null): CategoryInput => ({
  name: category?.name ?? '',
  displayOrder: String(category?.displayOrder ?? 0),
  icon: category?.icon ?? 'category',
  ...(category !== null && { version: category.version }),
});
