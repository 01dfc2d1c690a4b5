import { Alert, Button } from '@mui/material';

interface ViewerNoticeProps {
  readonly text: string;
  readonly severity?: 'info' | 'warning' | 'error';
  readonly onDownload: () => void;
}

/** A notice above the content of a document, with a download button. */
export function ViewerNotice({ text, severity = 'warning', onDownload }: ViewerNoticeProps) {
  return (
    <Alert
      severity={severity}
      sx={{ mb: 1 }}
      action={
        <Button color="inherit" size="small" onClick={onDownload}>
          Download
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
