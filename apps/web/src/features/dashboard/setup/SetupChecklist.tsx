import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import RadioButtonUncheckedIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Button, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material';
import { setupChecklist, type SetupStep } from '@portal/contract/setup';
import { useState } from 'react';
import { Link } from 'react-router';
import { storeValue } from '#lib/session/browser-storage.ts';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { Section } from '#ui/Section.tsx';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { SETUP_STEPS } from './setup-steps.ts';

/** The setup checklist of SuperAdmins. Gone when everything is done, and hidden in this tab on request. */
export function SetupChecklist() {
  const { passes } = useAccess();
  return passes(setupChecklist.guard) ? <Checklist /> : null;
}

const HIDDEN_KEY = 'setup-hidden-for';

function Checklist() {
  const { id } = useCurrentUser();
  const [isHidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN_KEY) === id);
  // The steps are done on other pages.
  const { data, error } = useEndpointQuery(
    setupChecklist,
    {},
    { staleTime: 0, refetchOnWindowFocus: true, enabled: !isHidden },
  );
  useLoggedError('Setup checklist', error);
  const steps = data?.steps ?? [];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (isHidden || done === steps.length) return null;
  const hide = () => {
    storeValue(sessionStorage, HIDDEN_KEY, id);
    setHidden(true);
  };
  return (
    <Box sx={{ mb: 2 }}>
      <Section title="Set up your practice" actions={<Button onClick={hide}>Hide for now</Button>}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mb: 1.5 }}>
          <LinearProgress
            variant="determinate"
            value={(100 * done) / steps.length}
            aria-label="Setup progress"
            sx={{ flex: 1, maxWidth: 320 }}
          />
          <Typography variant="body2" color="textSecondary">
            {`${done} of ${steps.length} done`}
          </Typography>
        </Stack>
        <Box
          component="ul"
          aria-label="Setup steps"
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            columnGap: 3,
            rowGap: 1.5,
            listStyle: 'none',
            m: 0,
            p: 0,
          }}
        >
          {steps.map(({ step, isDone }) => (
            <StepItem key={step} step={step} isDone={isDone} />
          ))}
        </Box>
      </Section>
    </Box>
  );
}

function StepItem({ step, isDone }: { readonly step: SetupStep; readonly isDone: boolean }) {
  const { title, why, to } = SETUP_STEPS[step];
  const Icon = isDone ? CheckCircleIcon : RadioButtonUncheckedIcon;
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.5 }}>
      <Icon color={isDone ? 'success' : 'disabled'} aria-hidden />
      <Box sx={{ minWidth: 0 }}>
        <MuiLink component={Link} to={to}>
          {title}
        </MuiLink>
        <Box component="span" sx={visuallyHidden}>
          {isDone ? ' (done)' : ' (to do)'}
        </Box>
        <Typography variant="body2" color="textSecondary">
          {why}
        </Typography>
      </Box>
    </Stack>
  );
}
