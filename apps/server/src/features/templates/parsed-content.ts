import { parseTemplateContent, type TemplateContent } from '@portal/domain/template/content';

const KEPT = 64;
const parsed = new Map<string, TemplateContent>();

/** Stored content, read. The last ones are kept: the same text is always the same content. */
export function contentOf(text: string): TemplateContent {
  const content = parsed.get(text) ?? parseTemplateContent(text).content;
  parsed.delete(text);
  parsed.set(text, content);
  for (const oldest of parsed.keys()) {
    if (parsed.size <= KEPT) break;
    parsed.delete(oldest);
  }
  return content;
}
