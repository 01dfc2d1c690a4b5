import { Box, Button, DialogActions, Stack, Typography } from '@mui/material';
import type { BillingCode } from '@portal/contract/billing-codes';
import { codeCheck } from '@portal/contract/code-check';
import { useState } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { FilterDate } from '#ui/FilterDate.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { codeName } from './code-columns.tsx';
import { OfficialCode } from './OfficialCode.tsx';

interface CodeDetailsDialogProps {
  readonly code: BillingCode;
  readonly onClose: () => void;
}

/** What official sources say about a code on a day. */
export function CodeDetailsDialog({ code, onClose }: CodeDetailsDialogProps) {
  const today = usePractice().data?.today ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const date = chosen ?? today;
  const check = useListQuery(
    codeCheck,
    { query: { code: code.code, codeType: code.codeType, date } },
    { enabled: date !== '', gcTime: 0 },
  );
  return (
    <FormDialog title={`Details of ${codeName(code)}`} size="md" onClose={onClose}>
      <Stack spacing={2}>
        <Typography>{code.description}</Typography>
        <Box>
          <FilterDate label="Date of service" value={date} onChange={setChosen} />
        </Box>
        <RecordPart query={check} fallback="Failed to load what the files say" shape="lines">
          {(result) => <OfficialCode result={result} own={code} />}
        </RecordPart>
      </Stack>
      <DialogActions sx={{ px: 0, pb: 0, pt: 2 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </FormDialog>
  );
}
