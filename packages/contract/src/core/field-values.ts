import { TEMPLATE_LIMITS } from '@portal/domain/template/content';
import { z } from 'zod';

/**
 * The values of a template's fields by field id, and of sources by name: text, whether a box is checked, chosen options, or rows by
 * column id. `text` is any text of a field, `choice` the chosen options.
 */
export function valuesOf(
  text: z.ZodString,
  choice = z.array(text.max(TEMPLATE_LIMITS.line)).max(TEMPLATE_LIMITS.options),
  rows: number = TEMPLATE_LIMITS.tableRows,
) {
  const row = z.record(z.string().max(64), z.union([text, z.boolean(), choice]));
  return z.record(z.string().max(64), z.union([text, z.boolean(), choice, z.array(row).max(rows)]));
}
