import { Button, Stack, Typography } from '@mui/material';

interface MessageScreenProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy?: boolean;
  readonly onAction: () => void;
}

/** A full-screen message with one action. */
export function MessageScreen({ title, text, action, isBusy = false, onAction }: MessageScreenProps) {
  return (
    <Stack
      component="main"
      spacing={2}
      sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', p: 3, textAlign: 'center' }}
    >
      <Typography variant="h1">{title}</Typography>
      <Typography color="textSecondary" role="alert" sx={{ maxWidth: 480, textWrap: 'balance' }}>
        {text}
      </Typography>
      <Button variant="contained" onClick={onAction} disabled={isBusy}>
        {action}
      </Button>
    </Stack>
  );
}
