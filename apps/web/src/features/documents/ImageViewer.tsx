import { useEffect, useRef, useState } from 'react';
import { useRoom, useZoom } from './use-zoom.ts';
import { ViewerFrame } from './ViewerFrame.tsx';

interface ImageViewerProps {
  readonly blob: Blob;
  readonly fileName: string;
  /** Called if the image cannot be displayed. */
  readonly onFailed: () => void;
}

/** Shows an image with zoom. */
export function ImageViewer({ blob, fileName, onFailed }: ImageViewerProps) {
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
