import { providerTitle, titleChange } from '@portal/contract/titles';
import type { ProviderTitle } from '@portal/contract/titles';
import { z } from 'zod';

const inputs = z.object({
  code: z.string(),
  description: z.string(),
  displayOrder: z.string(),
  isActive: z.boolean(),
  version: z.int().optional(),
});
export type TitleInput = z.input<typeof inputs>;
export type TitlePayload = z.output<typeof titleChange>;

/** Validates the form inputs with the contract's rules. A new title has no version. */
export const titleSchema: z.ZodType<TitlePayload, TitleInput> = inputs.transform(
  (input, context): TitlePayload => {
    const order = input.displayOrder.trim();
    const parsed = titleChange.safeParse({
      ...input,
      displayOrder: order === '' ? undefined : Number(order),
    });
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, path, input });
    return z.NEVER;
  },
);

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
