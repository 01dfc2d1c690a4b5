import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Alert, Box, Button, DialogActions, DialogContent, Stack } from '@mui/material';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';

/** Prints a title and lines from a hidden iframe, so that the rest of the page is not printed. */
function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.style.position = 'fixed';
  frame.style.width = '0';
  frame.style.height = '0';
  frame.style.border = '0';
  frame.ariaHidden = 'true';
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (page === null || view === null) return frame.remove();
  const heading = page.createElement('h1');
  heading.textContent = title;
  const list = page.createElement('pre');
  list.textContent = lines.join('\n');
  page.body.append(heading, list);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { username } = useCurrentUser();
  return (
    <>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          Keep these recovery codes in a safe place. Each one can be used once if you do not have your phone
          or passkey. They will not be shown again.
        </Alert>
        <Box
          component="ul"
          aria-label="Recovery codes"
          sx={{
            display: 'grid',
            gridTemplateColumns: '1fr 1fr',
            gap: 1,
            m: 0,
            mb: 2,
            p: 2,
            listStyle: 'none',
            fontFamily: 'monospace',
            fontSize: '1rem',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Stack direction="row" spacing={1}>
          <CopyButton text={codes.join('\n')} label="Copy codes" />
          <Button
            size="small"
            variant="outlined"
            startIcon={<PrintOutlined />}
            onClick={() => printText(`${PRODUCT_TITLE}: recovery codes for ${username}`, codes)}
          >
            Print
          </Button>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onDone}>
          I have saved these codes
        </Button>
      </DialogActions>
    </>
  );
}
