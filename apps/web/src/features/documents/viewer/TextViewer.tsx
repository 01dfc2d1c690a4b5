import { Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { decodeText, type DecodedText } from '#lib/files/decode-text.ts';
import { Waiting } from '#ui/Waiting.tsx';
import { assumedNote, type ViewerProblem } from './viewer-problem.ts';
import { ViewerContent } from './ViewerFrame.tsx';
import { ViewerNotice } from './ViewerNotice.tsx';

/** The most characters that are shown; more would make the page slow. */
const MAX_SHOWN = 500_000;

interface TextViewerProps {
  readonly blob: Blob;
  readonly onProblem: (problem: ViewerProblem) => void;
  readonly onDownload: () => void;
}

/** Shows text, and says what was assumed to read it. */
export function TextViewer({ blob, onProblem, onDownload }: TextViewerProps) {
  const [content, setContent] = useState<DecodedText | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      try {
        const decoded = decodeText(await blob.arrayBuffer());
        if (isCurrent) setContent(decoded);
      } catch {
        if (isCurrent) onProblem('browser');
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text is read once, regardless of the callback
  }, [blob]);
  if (content === null) return <Waiting shape="paper" label="Loading document" />;
  const { text, encoding } = content;
  const assumed = assumedNote(encoding);
  return (
    <>
      {assumed !== null && <ViewerNotice severity="info" text={assumed} onDownload={onDownload} />}
      {text.length > MAX_SHOWN && (
        <ViewerNotice
          text={`Only the first ${MAX_SHOWN.toLocaleString('en-US')} characters are shown. Download the file to see all of it.`}
          onDownload={onDownload}
        />
      )}
      <ViewerContent>
        <Box
          component="pre"
          translate="no"
          sx={{ m: 0, p: 1, fontSize: 14, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {text.slice(0, MAX_SHOWN)}
        </Box>
      </ViewerContent>
    </>
  );
}
