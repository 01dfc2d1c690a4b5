import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Suspense, useId } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

/** One of several views of a page. */
export interface PageTab {
  /** Its word in the address: `?tab=history`. */
  readonly id: string;
  readonly label: string;
  /** Drawn while it is chosen only; its code may still be loading. */
  readonly content: ReactNode;
}

interface PageTabsProps {
  /** What the tabs are of, for screen readers. */
  readonly label: string;
  /** At least one; the first is shown without a word in the address. */
  readonly tabs: readonly [PageTab, ...PageTab[]];
  /** Words of the address that belong to the page and so outlast a change of tab. */
  readonly keeps?: readonly string[];
}

/**
 * Views of one page. The chosen one is in the address, so Back, reload and a shared link work; choosing another leaves behind
 * what the address held of the list in the one before.
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
        <Suspense key={chosen.id} fallback={<Skeleton variant="rounded" height={240} aria-busy />}>
          {chosen.content}
        </Suspense>
      </Box>
    </>
  );
}
