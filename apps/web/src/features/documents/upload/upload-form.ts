import { documentUploadBody } from '@portal/contract/documents';
import { z } from 'zod';
import { typedText } from '#ui/form/text-limit.ts';

/** The details of an upload: type, category, patient, note. */
const uploadDetails = documentUploadBody.omit({ acceptDuplicate: true });
export type Details = z.output<typeof uploadDetails>;

/** Form schema: contract validation for inputs that start blank. */
export const detailsSchema = z
  .object({
    type: z.string(),
    category: z.string(),
    patientId: z.string(),
    note: typedText(uploadDetails.shape.note),
  })
  .transform((input, context): Details => {
    const parsed = uploadDetails.safeParse(input);
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, path, input });
    return z.NEVER;
  });
export type DetailsInput = z.input<typeof detailsSchema>;

export const NEW_DETAILS: DetailsInput = { type: '', category: '', patientId: '', note: '' };
