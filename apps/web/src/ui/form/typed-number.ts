import { NUMBER_EXPECTED, parseTypedNumber } from '@portal/domain/typed-number';
import { z } from 'zod';

/** The form schema of a number that is typed as text. Blank becomes `blank`; text that is no plain number is refused as typed. */
export const typedNumber = <Output>(
  field: z.ZodType<Output, number | null | undefined>,
  blank: number | null | undefined,
) =>
  z
    .string()
    .transform((text, context): number | null | undefined => {
      if (text.trim() === '') return blank;
      const number = parseTypedNumber(text);
      if (number !== null) return number;
      context.issues.push({ code: 'custom', message: NUMBER_EXPECTED, input: text });
      return z.NEVER;
    })
    .pipe(field);
