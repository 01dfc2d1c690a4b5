import { Editor, Mark, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { headerShape } from './header-shape.ts';
import { TextAlignment } from './text-alignment.ts';

const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, hr';

/** Marks that the starter kit does not have. */
const OTHER_MARKS = ['small', 'sub', 'sup'].map((tag) =>
  Mark.create({
    name: tag,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  }),
);

/** A line of words; a division of words is one as well. */
const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  parseHTML: () => [
    { tag: 'p' },
    { tag: 'div', getAttrs: (element) => (element.querySelector(BLOCKS) === null ? {} : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
});

/** What a header is written with: what the server leaves in it. */
export const HEADER_EXTENSIONS = [
  StarterKit.configure({ paragraph: false, code: false, codeBlock: false, link: false, trailingNode: false }),
  Paragraph,
  TextAlignment,
  ...OTHER_MARKS,
];

/** The HTML of what is written; blank instead of an empty paragraph, and items of lists without one around their words. */
export function writtenHtml(editor: Editor): string {
  if (editor.isEmpty) return '';
  const { body } = new DOMParser().parseFromString(editor.getHTML(), 'text/html');
  for (const line of body.querySelectorAll('li > p:first-child, blockquote > p:only-child'))
    if (line.attributes.length === 0 && line.parentElement?.querySelectorAll(':scope > p').length === 1)
      line.replaceWith(...line.childNodes);
  // As the server writes it.
  for (const line of body.querySelectorAll<HTMLElement>('[style]'))
    line.setAttribute('style', `text-align:${line.style.textAlign}`);
  return body.innerHTML;
}

/** What the editor would make of HTML that it did not write. */
export function rewrittenHtml(html: string): string {
  const editor = new Editor({ element: null, extensions: HEADER_EXTENSIONS, content: html });
  const written = writtenHtml(editor);
  editor.destroy();
  return written;
}

/** Whether the editor can show and save HTML so that it prints as before. */
export const canBeShown = (html: string): boolean => headerShape(rewrittenHtml(html)) === headerShape(html);
