import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { signingCheckList, signingCheckSave } from '@portal/contract/signing-checks';
import {
  FIXED_CHECKS,
  SIGNING_CHECK_LABELS,
  type CheckAction,
  type SigningCheck,
} from '@portal/domain/dictation/signing-checks';
import { errorHint, errorText, explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { OneSidedSection } from './OneSidedSection.tsx';

/** Whether each check before signing warns or prevents signing. A choice is saved at once. */
export function SigningChecksTab() {
  const { data, error, refetch } = useEndpointQuery(signingCheckList, {});
  const save = useEndpointMutation(signingCheckSave);
  const toast = useToast();
  const choose = async (check: SigningCheck, action: CheckAction) => {
    try {
      await save.mutateAsync({ body: { checks: [{ check, action }] } });
      toast.success(
        action === 'block' ? 'This check now prevents signing' : 'This check now warns before signing',
      );
    } catch (failure) {
      toast.error(explainError(failure, 'Failed to save the check'));
    }
  };
  return (
    <>
      <OneSidedSection />
      <Section title="Checks before signing">
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          The portal checks each dictation before it is signed. A warning can be ignored; a check that
          prevents signing must be corrected first.
        </Typography>
        {error !== null ? (
          <ErrorPanel
            message={errorText(error, 'Failed to load the checks')}
            hint={errorHint(error)}
            onRetry={() => void refetch()}
          />
        ) : data === undefined ? (
          <EmptyState text="Loading..." />
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.map(({ check, action }) => (
              <Box component="li" key={check} sx={ROW}>
                <Typography>{SIGNING_CHECK_LABELS[check]}</Typography>
                {FIXED_CHECKS.has(check) ? (
                  <Typography color="textSecondary">Always prevents signing</Typography>
                ) : (
                  <ToggleButtonGroup
                    exclusive
                    size="small"
                    value={action}
                    disabled={save.isPending}
                    aria-label={SIGNING_CHECK_LABELS[check]}
                    onChange={(_event, chosen: CheckAction | null) => {
                      if (chosen !== null) void choose(check, chosen);
                    }}
                  >
                    <ToggleButton value="warn">Warn</ToggleButton>
                    <ToggleButton value="block">Prevent signing</ToggleButton>
                  </ToggleButtonGroup>
                )}
              </Box>
            ))}
          </Box>
        )}
      </Section>
    </>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
};
