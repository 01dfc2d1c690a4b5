import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** What fields are filled with by themselves, as the JSON it is stored as. */
export function AutoPopulate({ json }: { readonly json: string }) {
  const text = pretty(json);
  if (text === '{}') return <Typography color="textSecondary">No field fills itself in.</Typography>;
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

/** Two spaces a level; what is no JSON is shown as it is. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
