import { z } from 'zod';
import { sectionsOf, type GuideSection } from './guide-sections.ts';

/** A page of the user guide. */
export interface GuidePage {
  /** Its name in the URL; '' for the contents. */
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
  readonly sections: readonly GuideSection[];
}

const INDEX = 'README';

const texts = z.record(z.string(), z.string());
const FILES = texts.parse(
  import.meta.glob('../../../../../docs/guide/*.md', { eager: true, query: '?raw', import: 'default' }),
);
const IMAGES = texts.parse(
  import.meta.glob('../../../../../docs/guide/images/*.webp', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
);

const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

function pageOf(name: string, markdown: string): GuidePage {
  const sections = sectionsOf(markdown);
  return { slug: name === INDEX ? '' : name, title: sections[0]?.heading ?? name, markdown, sections };
}

const BY_NAME = new Map(
  Object.entries(FILES).map(([path, markdown]) => {
    const name = nameOf(path).replace(/\.md$/, '');
    return [name, pageOf(name, markdown)];
  }),
);

/** The contents, then all pages in their order. */
export const GUIDE: readonly GuidePage[] = [
  INDEX,
  ...Array.from(
    (BY_NAME.get(INDEX)?.markdown ?? '').matchAll(/\]\(([\w-]+)\.md\)/g),
    ([, name = '']) => name,
  ),
].flatMap((name) => BY_NAME.get(name) ?? []);

/** The page with this name in the URL; '' for the contents. */
export const guidePage = (slug: string): GuidePage | undefined => GUIDE.find((page) => page.slug === slug);

const IMAGE_URLS = new Map(Object.entries(IMAGES).map(([path, url]) => [nameOf(path), url]));

/** URL and size of an image, from its path in the text: `images/patients.webp#1040x460`. */
export function guideImage(path: string) {
  const [file = '', size = ''] = path.split('#');
  const [width, height] = size.split('x');
  return { src: IMAGE_URLS.get(nameOf(file)), width, height };
}

/**
 * The address in the portal of a link in the text: `patients.md#search` becomes `/help/patients#search`. Null for a link that
 * leaves the portal.
 */
export function guideLink(href: string): string | null {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return null;
  const [file = '', anchor] = href.split('#');
  const slug = file.replace(/\.md$/, '');
  const path = file === '' ? '' : `/help${slug === INDEX ? '' : `/${slug}`}`;
  return anchor === undefined ? path : `${path}#${anchor}`;
}
