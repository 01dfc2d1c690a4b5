import GithubSlugger from 'github-slugger';

/** A section of a guide page: the text from one heading to the next. */
export interface GuideSection {
  /** Id of its heading; '' for the beginning of the page. */
  readonly anchor: string;
  /** 1 for the beginning of the page. */
  readonly level: number;
  readonly heading: string;
  /** Text without Markdown, on one line. */
  readonly text: string;
}

const HEADING = /^(#{1,3}) (.+)$/;

/** Splits a page into its sections. The first one has the page's title as its heading. */
export function sectionsOf(markdown: string): GuideSection[] {
  const slugger = new GithubSlugger();
  return markdown.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [line = '', ...body] = part.split('\n');
    const [, marks = '', title = ''] = HEADING.exec(line) ?? [];
    if (marks === '') return [];
    const heading = plainText(title);
    const anchor = slugger.slug(heading);
    return {
      anchor: marks.length === 1 ? '' : anchor,
      level: marks.length,
      heading,
      text: plainText(body.join('\n')),
    };
  });
}

/** The page without its title, which the page header shows. */
export const bodyOf = (markdown: string): string => markdown.replace(/^# .*\n+/, '');

/** The words that a reader sees, without images and markup; table cells are separated by dots. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ |:-]+$/gm, '')
    .replaceAll(/^(?:[-*>]|\d+\.) /gm, '')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/(?:\s*\|\s*)+/g, ' · ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^ ?· | · ?$/g, '')
    .trim();
}
