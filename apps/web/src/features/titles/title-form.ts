import { providerTitle, titleChange, type ProviderTitle } from '@portal/contract/titles';
import type { z } from 'zod';
import { typedNumber } from '#ui/form/typed-number.ts';

/** The contract's rules, with the display order as typed. A new title has no version. */
export const titleSchema = titleChange.extend({
  displayOrder: typedNumber(titleChange.shape.displayOrder, undefined),
});
export type TitleInput = z.input<typeof titleSchema>;

/** Initial form values of a new title, placed last. */
export const newTitleInput = (totalCount: number): TitleInput => ({
  code: '',
  description: '',
  displayOrder: String(totalCount + 1),
  isActive: true,
});

export const titleInput = (title: ProviderTitle): TitleInput => ({
  code: title.code,
  description: title.description,
  displayOrder: String(title.displayOrder),
  isActive: title.isActive,
  version: title.version,
});

/** Form values of the current record from a stale save response; null if it cannot be parsed. */
export function currentTitleInput(current: unknown): TitleInput | null {
  const parsed = providerTitle.safeParse(current);
  return parsed.success ? titleInput(parsed.data) : null;
}
