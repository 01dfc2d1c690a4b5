import { tooManyCharacters } from '../text.ts';
import type { TemplateField } from './content.ts';
import type { FieldValue } from './value.ts';

/** Maximum number of characters of a text field without a limit of its own. */
export const MAX_FIELD_TEXT = 20_000;

/** "12 characters too many (200 allowed)" for a typed text over the limit of its field, else null. */
export function fieldLengthProblem(
  { maxLength = MAX_FIELD_TEXT }: Pick<TemplateField, 'maxLength'>,
  value: FieldValue | undefined,
): string | null {
  return typeof value === 'string' ? tooManyCharacters(value, maxLength) : null;
}
