import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';

/** Prints the report as it stands, on wide pages: menu, filters and paging stay away (print styles of the shell and of `ui/`). */
export function PrintButton({ disabled = false }: { readonly disabled?: boolean }) {
  return (
    <>
      <GlobalStyles styles={{ '@page': { size: 'landscape' } }} />
      <Button startIcon={<PrintOutlined />} disabled={disabled} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
