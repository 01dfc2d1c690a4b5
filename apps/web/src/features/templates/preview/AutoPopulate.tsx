import { Box, Typography } from '@mui/material';

/** The auto-populate sources as formatted JSON. */
export function AutoPopulate({ json }: { readonly json: string }) {
  const text = formatJson(json);
  if (text === '{}') return <Typography color="textSecondary">No auto-populated fields.</Typography>;
  return (
    <Box
      component="pre"
      sx={{
        m: 0,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'action.hover',
        fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
        fontSize: '0.8125rem',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
  );
}

/** Indents by two spaces. Invalid JSON is returned unchanged. */
function formatJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
