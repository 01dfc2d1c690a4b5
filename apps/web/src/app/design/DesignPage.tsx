import { Box, Stack } from '@mui/material';
import { DensityChoice } from '#ui/list-view/DensityChoice.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ToastOutlet } from '#ui/ToastOutlet.tsx';
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx';
import { Charts } from './Charts.tsx';
import { Controls } from './Controls.tsx';
import { Fields } from './Fields.tsx';
import { Foundations } from './Foundations.tsx';
import { Marks } from './Marks.tsx';
import { States } from './States.tsx';
import { Surfaces } from './Surfaces.tsx';
import { Tables } from './Tables.tsx';

/**
 * /design: every shared component with fixed contents, in the scheme and density of the person who looks. The reference of
 * docs/design.md, and what screenshot tests compare.
 */
export function DesignPage() {
  return (
    <Box component="main">
      <PageContent>
        <PageHeader
          title="Design"
          subtitle="Every shared component. Change the theme and the row height to see it in each."
          backTo="/"
          tools={<ThemeSwitch />}
        />
        <Stack sx={{ gap: 3, '& > section + section': { mt: 0 } }}>
          <ToastOutlet sx={{ display: 'flex', '&:empty': { display: 'none' } }} />
          <Box sx={{ maxWidth: 320, mx: -2 }}>
            <DensityChoice />
          </Box>
          <Foundations />
          <Marks />
          <Controls />
          <Fields />
          <Tables />
          <Surfaces />
          <States />
          <Charts />
        </Stack>
      </PageContent>
    </Box>
  );
}
