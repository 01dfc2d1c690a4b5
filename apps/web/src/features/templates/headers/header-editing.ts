import { Editor, Mark, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { headerShape } from './header-shape.ts';
import { TextAlignment } from './text-alignment.ts';

const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, hr';

/** Marks that the starter kit does not include. */
const OTHER_MARKS = ['small', 'sub', 'sup'].map((tag) =>
  Mark.create({
    name: tag,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  }),
);

/** A paragraph. A `div` without block elements is read as one, too. */
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

/** The editor extensions for headers. They cover the HTML that the server allows. */
export const HEADER_EXTENSIONS = [
  StarterKit.configure({ paragraph: false, code: false, codeBlock: false, link: false, trailingNode: false }),
  Paragraph,
  TextAlignment,
  ...OTHER_MARKS,
];

/** The editor's HTML: blank if empty, without paragraphs inside list items and quotes. */
export function writtenHtml(editor: Editor): string {
  if (editor.isEmpty) return '';
  const { body } = new DOMParser().parseFromString(editor.getHTML(), 'text/html');
  for (const line of body.querySelectorAll('li > p:first-child, blockquote > p:only-child'))
    if (line.attributes.length === 0 && line.parentElement?.querySelectorAll(':scope > p').length === 1)
      line.replaceWith(...line.childNodes);
  // Matches the server's formatting.
  for (const line of body.querySelectorAll<HTMLElement>('[style]'))
    line.setAttribute('style', `text-align:${line.style.textAlign}`);
  return body.innerHTML;
}

/** The HTML that the editor would save for the given HTML. */
export function rewrittenHtml(html: string): string {
  const editor = new Editor({ element: null, extensions: HEADER_EXTENSIONS, content: html });
  const written = writtenHtml(editor);
  editor.destroy();
  return written;
}

/** Whether the editor can show and save HTML without changing how it prints. */
export const canBeShown = (html: string): boolean => headerShape(rewrittenHtml(html)) === headerShape(html);
