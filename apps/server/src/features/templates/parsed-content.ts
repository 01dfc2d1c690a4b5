import { parseTemplateContent, type TemplateContent } from '@portal/domain/template/content';

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
