import { Button, Stack } from '@mui/material';
import { Link } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { Section } from '#ui/Section.tsx';
import { QUICK_ACTIONS } from './quick-actions.ts';

/** The Quick Actions panel; hidden if the user may use none of the actions. */
export function QuickActions({ isBuilt }: { readonly isBuilt: (path: string) => boolean }) {
  const { passes } = useAccess();
  const actions = QUICK_ACTIONS.filter(({ to, guard }) => isBuilt(to) && passes(guard));
  if (actions.length === 0) return null;
  return (
    <Section title="Quick Actions">
      <Stack spacing={1}>
        {actions.map(({ label, icon: Icon, to }) => (
          <Button
            key={to}
            component={Link}
            to={to}
            variant="outlined"
            startIcon={<Icon />}
            sx={{ justifyContent: 'flex-start' }}
          >
            {label}
          </Button>
        ))}
      </Stack>
    </Section>
  );
}
