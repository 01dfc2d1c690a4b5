import { ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { suggestionSettingsGet, suggestionSettingsSave } from '@portal/contract/signing-checks';
import type { OneSidedModifier } from '@portal/domain/template/modifiers';
import { errorHint, errorText, explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

const TITLE = 'Modifier on a one-sided transforaminal note';

/** Which modifier is suggested for a transforaminal approach on one side. A choice is saved at once. */
export function OneSidedSection() {
  const { data, error, refetch } = useEndpointQuery(suggestionSettingsGet, {});
  const save = useEndpointMutation(suggestionSettingsSave);
  const toast = useToast();
  const choose = async (oneSidedModifier: OneSidedModifier) => {
    try {
      await save.mutateAsync({ body: { oneSidedModifier } });
      toast.success(oneSidedModifier === '50' ? 'Modifier 50 is suggested now' : 'LT or RT is suggested now');
    } catch (failure) {
      toast.error(explainError(failure, 'Failed to save the choice'));
    }
  };
  return (
    <Section title={TITLE}>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        Payers expect LT or RT when one side was treated. If 50 is suggested, the check “Modifier 50 on a
        one-sided note” asks for the side before the note is signed.
      </Typography>
      {error !== null ? (
        <ErrorPanel
          message={errorText(error, 'Failed to load the choice')}
          hint={errorHint(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <EmptyState text="Loading..." />
      ) : (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={data.oneSidedModifier}
          disabled={save.isPending}
          aria-label={TITLE}
          onChange={(_event, chosen: OneSidedModifier | null) => {
            if (chosen !== null) void choose(chosen);
          }}
        >
          <ToggleButton value="50">Suggest 50</ToggleButton>
          <ToggleButton value="side">Suggest LT or RT</ToggleButton>
        </ToggleButtonGroup>
      )}
    </Section>
  );
}
