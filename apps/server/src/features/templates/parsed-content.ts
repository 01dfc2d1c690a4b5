import { autoPopulateFields } from '@portal/contract/templates';
import { parseTemplateContent, type TemplateContent } from '@portal/domain/template/content';
import type { z } from 'zod';

const CACHE_SIZE = 64;
const parsed = new Map<string, TemplateContent>();

/** Parses stored content, with a cache of recently used texts. */
export function contentOf(text: string): TemplateContent {
  const content = parsed.get(text) ?? parseTemplateContent(text).content;
  parsed.delete(text);
  parsed.set(text, content);
  for (const oldest of parsed.keys()) {
    if (parsed.size <= CACHE_SIZE) break;
    parsed.delete(oldest);
  }
  return content;
}

/** Parses stored `autoPopulateFields`. Returns none if they contain unknown sources. */
export function parseAutoPopulate(text: string): z.output<typeof autoPopulateFields> {
  const read = autoPopulateFields.safeParse(JSON.parse(text));
  return read.success ? read.data : {};
}
