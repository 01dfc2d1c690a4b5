import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import InsertDriveFileOutlinedIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { documentView } from '@portal/contract/documents';
import type { Document } from '@portal/contract/documents';
import { FILE_KINDS, isViewable } from '@portal/domain/document';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ImageViewer } from './ImageViewer.tsx';
import { isCutOff } from './picture-check.ts';
import { ViewerBoundary } from './ViewerBoundary.tsx';

// The PDF engine is larger than the rest of the portal, so it is loaded when the first PDF is opened.
const PdfViewer = lazy(async () => ({ default: (await import('./PdfViewer.tsx')).PdfViewer }));
const TiffViewer = lazy(async () => ({ default: (await import('./TiffViewer.tsx')).TiffViewer }));
const WAITING = <Skeleton variant="rounded" height={480} aria-label="Loading document" />;

interface DocumentViewerProps {
  readonly document: Document;
  readonly onDownload: () => void;
}

const PROBLEMS = {
  damaged:
    'This file is damaged and cannot be shown here. Download it to try another program, or upload an intact copy.',
  protected: 'This file is password-protected and cannot be shown here. Download it to open it.',
} as const;
type Problem = keyof typeof PROBLEMS;

/** Shows the content of a document: PDFs, images and scans. Other file types get a download hint. */
export function DocumentViewer({ document, onDownload }: DocumentViewerProps) {
  if (isViewable(document.fileType)) return <Viewable document={document} onDownload={onDownload} />;
  return (
    <NotShown
      text={`This file type (${FILE_KINDS[document.fileType].label}) cannot be shown here. Download it to open it.`}
      onDownload={onDownload}
    />
  );
}

function Viewable({ document, onDownload }: DocumentViewerProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  // Fetched once per visit and not cached, because each read is audited.
  const query = useEndpointQuery(
    documentView,
    { params: { id: document.id } },
    { staleTime: Infinity, gcTime: 0 },
  );
  if (problem !== null) return <NotShown text={PROBLEMS[problem]} onDownload={onDownload} />;
  return (
    <RecordPart query={query} fallback="Failed to fetch document">
      {({ blob }) => (
        <ViewerBoundary onError={() => setProblem('damaged')}>
          <Suspense fallback={WAITING}>
            <Viewer document={document} blob={blob} onDownload={onDownload} onProblem={setProblem} />
          </Suspense>
        </ViewerBoundary>
      )}
    </RecordPart>
  );
}

interface ViewerProps extends DocumentViewerProps {
  readonly blob: Blob;
  readonly onProblem: (problem: Problem) => void;
}

function Viewer({ document: { fileType, fileName }, blob, onDownload, onProblem }: ViewerProps) {
  const onDamaged = () => onProblem('damaged');
  if (fileType === 'pdf')
    return <PdfViewer blob={blob} onDamaged={onDamaged} onProtected={() => onProblem('protected')} />;
  if (fileType === 'tif') return <TiffViewer blob={blob} fileName={fileName} onDamaged={onDamaged} />;
  return (
    <>
      <CutOffNotice blob={blob} fileType={fileType} onDownload={onDownload} />
      <ImageViewer blob={blob} fileName={fileName} onDamaged={onDamaged} />
    </>
  );
}

/** Warns above an image that is truncated. */
function CutOffNotice({
  blob,
  fileType,
  onDownload,
}: Pick<ViewerProps, 'blob' | 'onDownload'> & Pick<Document, 'fileType'>) {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const check = async () => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      if (isCurrent) setCut(isCutOff(fileType, bytes));
    };
    void check();
    return () => {
      isCurrent = false;
    };
  }, [blob, fileType]);
  if (!isCut) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 1 }}
      action={
        <Button color="inherit" size="small" onClick={onDownload}>
          Download
        </Button>
      }
    >
      This file is damaged: the end is missing, so part or all of the image may be blank. Upload an intact
      copy.
    </Alert>
  );
}

function NotShown({ text, onDownload }: { readonly text: string; readonly onDownload: () => void }) {
  return (
    <EmptyState
      icon={<InsertDriveFileOutlinedIcon color="action" fontSize="large" />}
      text={text}
      action={
        <Button variant="outlined" startIcon={<FileDownloadOutlinedIcon />} onClick={onDownload}>
          Download
        </Button>
      }
    />
  );
}
