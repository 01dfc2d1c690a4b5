import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import InsertDriveFileOutlinedIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { documentView } from '@portal/contract/documents';
import type { Document } from '@portal/contract/documents';
import { FILE_KINDS, isViewable } from '@portal/domain/document';
import { lazy, Suspense, useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ImageViewer } from './ImageViewer.tsx';

// The engine is larger than all the rest of the portal; it comes when the first PDF is opened.
const PdfViewer = lazy(async () => ({ default: (await import('./PdfViewer.tsx')).PdfViewer }));
const WAITING = <Skeleton variant="rounded" height={480} aria-label="Loading the document" />;

interface DocumentViewerProps {
  readonly document: Document;
  readonly onDownload: () => void;
}

/** The content of a document: PDF and images are shown, for others it is said what to do (decisions 72). */
export function DocumentViewer({ document, onDownload }: DocumentViewerProps) {
  if (isViewable(document.fileType)) return <Viewable document={document} onDownload={onDownload} />;
  return (
    <NotShown
      text={`This kind of file (${FILE_KINDS[document.fileType].label}) cannot be shown here. Download it to open it.`}
      onDownload={onDownload}
    />
  );
}

function Viewable({ document, onDownload }: DocumentViewerProps) {
  const { id, fileType, fileName } = document;
  const [isUnreadable, setUnreadable] = useState(false);
  // Read once per visit, and forgotten with it: each read is an access on record.
  const query = useEndpointQuery(documentView, { params: { id } }, { staleTime: Infinity, gcTime: 0 });
  const onUnreadable = () => setUnreadable(true);
  if (isUnreadable) {
    return (
      <NotShown
        text="This file cannot be shown here: it is protected by a password or damaged. Download it to open it."
        onDownload={onDownload}
      />
    );
  }
  return (
    <RecordPart query={query} fallback="Failed to fetch document">
      {({ blob }) =>
        fileType === 'pdf' ? (
          <Suspense fallback={WAITING}>
            <PdfViewer blob={blob} onUnreadable={onUnreadable} />
          </Suspense>
        ) : (
          <ImageViewer blob={blob} fileName={fileName} onUnreadable={onUnreadable} />
        )
      }
    </RecordPart>
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
