import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import InsertDriveFileOutlinedIcon from '@mui/icons-material/InsertDriveFileOutlined';
import { Button } from '@mui/material';
import { documentView, type Document, type DocumentRow } from '@portal/contract/documents';
import { FILE_KINDS, isViewable } from '@portal/domain/document';
import { Component, useEffect, useRef, useState, type ReactNode } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAhead } from '#lib/query/visits.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import { isCutOff } from './picture-check.ts';
import { TextViewer } from './TextViewer.tsx';
import { useRoom, useZoom } from './use-zoom.ts';
import { PROBLEMS, type ViewerProblem } from './viewer-problem.ts';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerNotice } from './ViewerNotice.tsx';

// The PDF engine is larger than the rest of the portal, so it is loaded when the first PDF is opened.
const waiting = <Waiting shape="paper" label="Loading document" />;
const PdfViewer = lazyPart(async () => (await import('./PdfViewer.tsx')).PdfViewer, { waiting });
const TiffViewer = lazyPart(async () => (await import('./TiffViewer.tsx')).TiffViewer, { waiting });

/** Fetched once per visit and not cached, because each read is audited. */
const VIEW_ONCE = { staleTime: Infinity, gcTime: 0, retryOnMount: false } as const;

/** Asks for the content together with the document if a list says that it can be shown. */
export function useContentAhead(id: string, listed: DocumentRow | undefined): void {
  const enabled = listed?.deletedAt === null && isViewable(listed.fileType);
  useAhead(documentView, { params: { id } }, { ...VIEW_ONCE, enabled });
}

interface DocumentViewerProps {
  readonly document: Document;
  readonly onDownload: () => void;
}

/** Shows the content of a document: PDFs, images, scans and text. Other file types get a download hint. */
export function DocumentViewer({ document, onDownload }: DocumentViewerProps) {
  if (isViewable(document.fileType)) return <Viewable document={document} onDownload={onDownload} />;
  return (
    <NotShown
      text={`This file type (${FILE_KINDS[document.fileType].label}) cannot be shown here. Download it to open it.`}
      onDownload={onDownload}
    />
  );
}

interface ViewerBoundaryProps {
  readonly onError: () => void;
  readonly children: ReactNode;
}

/** Error boundary for viewers, so that the rest of the page keeps working. */
class ViewerBoundary extends Component<ViewerBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

function Viewable({ document, onDownload }: DocumentViewerProps) {
  const [problem, setProblem] = useState<ViewerProblem | null>(null);
  const query = useEndpointQuery(documentView, { params: { id: document.id } }, VIEW_ONCE);
  if (problem !== null) return <NotShown text={PROBLEMS[problem]} onDownload={onDownload} />;
  return (
    <RecordPart query={query} fallback="Failed to fetch document" shape="paper">
      {({ blob }) => (
        <ViewerBoundary onError={() => setProblem('browser')}>
          <Viewer document={document} blob={blob} onDownload={onDownload} onProblem={setProblem} />
        </ViewerBoundary>
      )}
    </RecordPart>
  );
}

interface ImageViewerProps {
  readonly blob: Blob;
  readonly fileName: string;
  /** Called if the image cannot be displayed. */
  readonly onFailed: () => void;
}

/** Shows an image with zoom. */
function ImageViewer({ blob, fileName, onFailed }: ImageViewerProps) {
  const image = useRef<HTMLImageElement>(null);
  const [naturalWidth, setNaturalWidth] = useState<number | null>(null);
  const [room, space] = useRoom();
  const zoom = useZoom(naturalWidth, space);
  useEffect(() => {
    const address = URL.createObjectURL(blob);
    if (image.current !== null) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [blob]);
  return (
    <ViewerFrame zoom={zoom} room={room}>
      <img
        ref={image}
        alt={fileName}
        onLoad={({ currentTarget }) => setNaturalWidth(currentTarget.naturalWidth)}
        onError={onFailed}
        style={{ display: 'block', width: zoom.width ?? '100%', height: 'auto' }}
      />
    </ViewerFrame>
  );
}

interface ViewerProps extends DocumentViewerProps {
  readonly blob: Blob;
  readonly onProblem: (problem: ViewerProblem) => void;
}

function Viewer({ document: { fileType, fileName }, blob, onDownload, onProblem }: ViewerProps) {
  if (fileType === 'pdf') return <PdfViewer blob={blob} onProblem={onProblem} onDownload={onDownload} />;
  if (fileType === 'tif') return <TiffViewer blob={blob} fileName={fileName} onProblem={onProblem} />;
  if (fileType === 'txt' || fileType === 'csv')
    return <TextViewer blob={blob} onProblem={onProblem} onDownload={onDownload} />;
  return (
    <>
      <CutOffNotice blob={blob} fileType={fileType} onDownload={onDownload} />
      <ImageViewer blob={blob} fileName={fileName} onFailed={() => onProblem('browser')} />
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
    <ViewerNotice
      severity="error"
      text="The end of this file is missing, so part or all of the image may be blank. It is stored as it was uploaded. Upload an intact copy."
      onDownload={onDownload}
    />
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
