import { Alert, Box, Link, Typography } from '@mui/material';
import { useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { Link as RouterLink } from 'react-router';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import { guideImage, guideLink } from './guide.ts';
import { sectionsOf } from './guide-sections.ts';

const componentsOf = (markdown: string): Components => ({
  h2: ({ id, children }) => (
    <Typography id={id} variant="h2" sx={{ fontSize: '1.25rem', mt: 4, mb: 1.5 }}>
      {children}
    </Typography>
  ),
  h3: ({ id, children }) => (
    <Typography id={id} variant="h3" sx={{ fontSize: '1.0625rem', mt: 3, mb: 1 }}>
      {children}
    </Typography>
  ),
  a: ({ href = '', children }) => {
    const to = guideLink(href);
    return to === null ? (
      <Link href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </Link>
    ) : (
      <Link component={RouterLink} to={to}>
        {children}
      </Link>
    );
  },
  img: ({ src, alt }) => <img {...guideImage(typeof src === 'string' ? src : '')} alt={alt ?? ''} />,
  blockquote: ({ children }) => (
    <Alert role="note" severity="info" sx={{ my: 2 }}>
      {children}
    </Alert>
  ),
  table: ({ node, children }) => (
    <section
      className="table"
      aria-label={sectionsOf(markdown.slice(0, node?.position?.start.offset)).at(-1)?.heading ?? 'Table'}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard
      tabIndex={0}
    >
      <table>{children}</table>
    </section>
  ),
  th: ({ children }) => <th scope="col">{children}</th>,
});

/** Readable line lengths, spacing and tables. */
const LOOK = {
  maxWidth: '45rem',
  fontSize: '0.9375rem',
  lineHeight: 1.65,
  overflowWrap: 'break-word',
  '& p, & ul, & ol': { my: 1.25 },
  '& .MuiAlert-message p': { my: 0 },
  '& ul, & ol': { pl: 3 },
  '& li': { my: 0.5 },
  '& h2, & h3': { outline: 'none', breakAfter: 'avoid' },
  '& img': {
    display: 'block',
    maxWidth: '100%',
    height: 'auto',
    my: 2.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    breakInside: 'avoid',
  },
  '& code': {
    px: 0.625,
    py: 0.125,
    border: 1,
    borderColor: 'divider',
    borderRadius: 0.5,
    bgcolor: 'background.paper',
    fontSize: '0.8125rem',
    fontFamily: 'ui-monospace, monospace',
    whiteSpace: 'nowrap',
  },
  // Wraps, because scrollable areas must be reachable by keyboard.
  '& pre code': {
    display: 'block',
    px: 1.25,
    py: 1,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '& .table': { overflowX: 'auto', my: 2 },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '0.875rem', lineHeight: 1.5 },
  '& th, & td': {
    px: 1,
    py: 0.75,
    textAlign: 'left',
    verticalAlign: 'top',
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& th': { fontWeight: 600, verticalAlign: 'bottom' },
  '& td:first-of-type': { minWidth: 110 },
  '& tr': { breakInside: 'avoid' },
  '@media print': { maxWidth: 'none', '& .table': { overflow: 'visible' } },
} as const;

/** The text of a guide page. Links between its files lead to pages of the portal's help; HTML in the text is not rendered. */
export function GuideText({ markdown }: { readonly markdown: string }) {
  const components = useMemo(() => componentsOf(markdown), [markdown]);
  return (
    <Box sx={LOOK}>
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSlug]} skipHtml components={components}>
        {markdown}
      </Markdown>
    </Box>
  );
}
