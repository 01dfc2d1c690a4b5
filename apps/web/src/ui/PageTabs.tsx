import { Box, Tab, Tabs } from '@mui/material';
import { Fragment, useId, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';

/** One of several views of a page. */
export interface PageTab {
  /** The value in the URL: `?tab=history`. */
  readonly id: string;
  readonly label: string;
  /** Rendered only while selected. May be lazy-loaded. */
  readonly content: ReactNode;
}

interface PageTabsProps {
  /** Label of the tabs for screen readers. */
  readonly label: string;
  /** At least one. The first is the default and not in the URL. */
  readonly tabs: readonly [PageTab, ...PageTab[]];
  /** URL parameters of the page, which are kept when the tab changes. */
  readonly keeps?: readonly string[];
}

/**
 * Tabs of a page. The selected tab is in the URL, so that Back, reload and shared links work. Selecting another tab removes the
 * previous tab's list parameters from the URL.
 */
export function PageTabs({ label, tabs, keeps = [] }: PageTabsProps) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find((tab) => tab.id === params.get('tab')) ?? tabs[0];
  return (
    <>
      <Tabs
        aria-label={label}
        value={chosen.id}
        variant="scrollable"
        allowScrollButtonsMobile
        onChange={(_event, next: string) =>
          setParams([
            ...[...params].filter(([name]) => keeps.includes(name)),
            ...(next === tabs[0].id ? [] : [['tab', next] satisfies [string, string]]),
          ])
        }
        sx={{
          mb: 2,
          borderBottom: 1,
          borderColor: 'divider',
          '@media print': { '& .MuiTab-root:not(.Mui-selected)': { display: 'none' } },
        }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            value={tab.id}
            label={tab.label}
            id={`${id}-${tab.id}`}
            aria-controls={tab.id === chosen.id ? `${id}-panel` : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen.id}`}>
        <Fragment key={chosen.id}>{chosen.content}</Fragment>
      </Box>
    </>
  );
}
