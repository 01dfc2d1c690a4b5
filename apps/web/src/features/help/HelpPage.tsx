import { Box, Button, GlobalStyles } from '@mui/material';
import { useEffect } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useIsWide } from '#ui/use-screen.ts';
import { guidePage, type GuidePage } from './guide.ts';
import { bodyOf } from './guide-sections.ts';
import { GuideContents } from './GuideContents.tsx';
import { GuideResults } from './GuideResults.tsx';
import { GuideText } from './GuideText.tsx';

/** Black on white, whatever the color scheme. */
const PRINT = {
  '@media print': {
    'html, body': { background: '#fff !important' },
    'main *': { color: '#000 !important', backgroundColor: 'transparent !important' },
  },
};

/** /help and /help/:page: the contents of the user guide, its pages, and a search in all of them. */
export function HelpPage() {
  const { page: slug = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = guidePage(slug);
  const title = search !== '' ? 'Search results' : (page?.title ?? 'Help page not found');
  return (
    <PageContent>
      <GlobalStyles styles={PRINT} />
      <PageHeader
        title={title}
        {...(slug !== '' && { breadcrumbs: [{ label: 'Help', to: '/help' }, { label: title }] })}
      />
      <Box sx={{ mb: 2, display: 'flex', '@media print': { display: 'none' } }}>
        <LiveSearchBox
          label="Search help"
          placeholder="Search the guide..."
          value={search}
          onSearch={(text) => setParams(text === '' ? {} : { search: text }, { replace: true })}
        />
      </Box>
      {search !== '' ? (
        <GuideResults search={search} />
      ) : page === undefined ? (
        <Missing />
      ) : (
        <Page key={slug} page={page} />
      )}
    </PageContent>
  );
}

function Missing() {
  return (
    <EmptyState
      text="The guide has no page at this address."
      action={
        <Button component={Link} to="/help" variant="contained">
          Go to the contents
        </Button>
      }
    />
  );
}

function Page({ page }: { readonly page: GuidePage }) {
  useSectionFocus();
  const isWide = useIsWide();
  const sections = page.slug === '' ? [] : page.sections.filter(({ anchor }) => anchor !== '');
  return (
    <Box
      sx={{ display: { lg: 'flex' }, flexDirection: 'row-reverse', justifyContent: 'flex-end', columnGap: 6 }}
    >
      {sections.length === 0 ? null : (
        <Box sx={{ width: { lg: 240 }, flexShrink: 0 }}>
          <GuideContents sections={sections} isBeside={isWide} />
        </Box>
      )}
      <Box component="article" sx={{ minWidth: 0 }}>
        <GuideText markdown={bodyOf(page.markdown)} />
      </Box>
    </Box>
  );
}

/**
 * Moves the focus to the section in the URL, so that keyboard and screen reader continue there; also when the same section is
 * chosen again. The router scrolls to it.
 */
function useSectionFocus(): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    const heading = hash === '' ? null : document.getElementById(hash.slice(1));
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // The router scrolls to it, but not if the page was still loading.
    if (window.scrollY === 0) heading.scrollIntoView();
  }, [location]);
}
