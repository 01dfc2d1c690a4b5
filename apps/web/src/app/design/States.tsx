import { Alert, Button, Skeleton, Stack } from '@mui/material';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { Section } from '#ui/Section.tsx';
import { Example } from './Example.tsx';

const ALERTS = [
  { severity: 'info', text: 'Someone else has changed this order. Your text is kept.' },
  { severity: 'success', text: 'The log is complete.' },
  { severity: 'warning', text: 'The last backup is older than a day.' },
  { severity: 'error', text: 'The document could not be opened.' },
] as const;

/** What a page says, and what it shows while there is nothing to show. */
export function States() {
  return (
    <Section title="Messages and states">
      <Example title="Alerts">
        <Stack sx={{ gap: 1 }}>
          {ALERTS.map(({ severity, text }) => (
            <Alert
              key={severity}
              severity={severity}
              role="note"
              action={
                severity === 'info' ? (
                  <Button color="inherit" size="small">
                    Show
                  </Button>
                ) : undefined
              }
            >
              {text}
            </Alert>
          ))}
        </Stack>
      </Example>
      <Example title="An error in place">
        <ErrorPanel
          message="The server cannot be reached."
          hint="Check your connection and try again."
          requestId="01J9Z3T7Q2"
          onRetry={() => undefined}
        />
      </Example>
      <Example title="Nothing yet">
        <EmptyState text="No orders for this patient" action={<NewLink to="/design">New Order</NewLink>} />
      </Example>
      <Example title="Loading">
        <Stack sx={{ gap: 1 }} aria-hidden>
          <Skeleton data-example animation={false} width="40%" />
          <Skeleton data-example animation={false} variant="rounded" height={96} />
        </Stack>
      </Example>
    </Section>
  );
}
