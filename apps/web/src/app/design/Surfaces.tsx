import { Card, Stack, Typography } from '@mui/material';
import { DetailList } from '#ui/DetailList.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { Section } from '#ui/Section.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { Example } from './Example.tsx';

const DETAILS = [
  { label: 'Name', value: 'Consuelo Davis' },
  { label: 'Date of birth', value: '05/14/1968 (58)' },
  { label: 'Phone', value: '(312) 555-0147' },
  { label: 'Email', value: '' },
  { label: 'Address', value: '1400 W Harbor Drive, Suite 200, Chicago, IL 60607', wide: true },
];

/** Sections, details, tabs, and a block in a section. */
export function Surfaces() {
  return (
    <>
      <Section title="A section" actions={<ActiveChip active />}>
        <DetailList items={DETAILS} />
        <Stack sx={{ mt: 2.5 }}>
          <Example title="A block in a section">
            <Card sx={{ p: 2 }}>
              <Typography>A tint instead of a second box.</Typography>
            </Card>
          </Example>
        </Stack>
      </Section>
      <section aria-label="Tabs">
        <PageTabs
          label="Parts of a page"
          tabs={[
            { id: 'overview', label: 'Overview', content: <Typography>The first tab.</Typography> },
            { id: 'history', label: 'History', content: <Typography>The second tab.</Typography> },
          ]}
        />
      </section>
    </>
  );
}
