import { Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { patientImportUpdates } from '@portal/contract/patient-imports';
import { FILL_BLANKS, type UpdateChoice } from '@portal/domain/patient-import/updates';
import { counted } from '@portal/domain/text';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { startLabel, type ImportCounts } from './import-labels.ts';
import { KnownPatients } from './KnownPatients.tsx';
import { useImportActions } from './use-imports.ts';

interface StartImportProps {
  readonly id: string;
  readonly counts: ImportCounts;
  readonly undecidedCount: number;
}

/** What is updated of patients of the practice, and the start of a checked import. */
export function StartImport({ id, counts, undecidedCount }: StartImportProps) {
  const { start } = useImportActions();
  const [withDuplicates, setWithDuplicates] = useState(false);
  const [wantsUpdate, setWantsUpdate] = useState(false);
  const [choice, setChoice] = useState<UpdateChoice>(FILL_BLANKS);
  const mayUpdate = useAccess().passes(patientImportUpdates.guard) && counts.updated > 0;
  const updates = useEndpointQuery(
    patientImportUpdates,
    { params: { id }, body: { updates: choice } },
    { enabled: mayUpdate, gcTime: 0, placeholderData: keepPreviousData },
  );
  const updateCount = mayUpdate ? (updates.data?.patients ?? 0) : 0;
  const isUpdating = wantsUpdate && updateCount > 0;
  const others = counts.duplicates - counts.refused;
  const count = counts.imported + (withDuplicates ? others : 0);
  return (
    <>
      {counts.updated + counts.unchanged === 0 ? null : (
        <KnownPatients
          counts={counts}
          updates={mayUpdate ? updates : null}
          choice={choice}
          onChoose={setChoice}
        />
      )}
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 2, my: 2 }}
      >
        {undecidedCount === 0 ? null : (
          <Typography variant="body2" color="textSecondary">
            Decide above about {counted(undecidedCount, 'column')} first.
          </Typography>
        )}
        {others === 0 ? null : (
          <FormControlLabel
            control={
              <Checkbox
                checked={withDuplicates}
                onChange={({ target }) => setWithDuplicates(target.checked)}
              />
            }
            label="Import likely duplicates too"
          />
        )}
        {mayUpdate ? (
          <FormControlLabel
            control={
              <Checkbox
                checked={isUpdating}
                disabled={updateCount === 0}
                onChange={({ target }) => setWantsUpdate(target.checked)}
              />
            }
            label={`Update ${counted(updateCount, 'patient')}`}
          />
        ) : null}
        <Button
          variant="contained"
          size="large"
          disabled={(count === 0 && !isUpdating) || undecidedCount > 0 || updates.isPlaceholderData}
          loading={start.isPending}
          onClick={() =>
            start.mutate({ params: { id }, body: { withDuplicates, updates: isUpdating ? choice : null } })
          }
        >
          {startLabel(count, isUpdating ? updateCount : 0)}
        </Button>
      </Stack>
    </>
  );
}
