import { Button, Typography } from '@mui/material';
import { CenteredCard } from '#features/session/CenteredCard.tsx';

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
    <CenteredCard width={480}>
      <Typography variant="h1">{title}</Typography>
      <Typography color="textSecondary" role="alert" sx={{ mt: 1.5, mb: 3, textWrap: 'pretty' }}>
        {text}
      </Typography>
      <Button variant="contained" size="large" onClick={onAction} disabled={isBusy}>
        {action}
      </Button>
    </CenteredCard>
  );
}
