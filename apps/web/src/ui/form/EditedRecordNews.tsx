import Alert from '@mui/material/Alert';
import type { AlertProps } from '@mui/material/Alert';
import { useEffect, useState } from 'react';
import { pushedActivity } from '#lib/live/live.ts';

interface EditedRecordNewsProps {
  /** The record that is being edited. */
  readonly id: string;
  readonly sx?: AlertProps['sx'];
}

/** Above a form: says at once what somebody else did to the record, such as cancel, sign or deactivate it. */
export function EditedRecordNews({ id, sx = { mb: 2 } }: EditedRecordNewsProps) {
  const [news, setNews] = useState<string | null>(null);
  useEffect(
    () =>
      pushedActivity.listen(({ entityId, isOwn, description }) => {
        if (entityId === id && isOwn !== true) setNews(description);
      }),
    [id],
  );
  return news === null ? null : (
    <Alert severity="warning" sx={sx ?? {}}>
      While you were editing: {news}. What you entered is still here.
    </Alert>
  );
}
