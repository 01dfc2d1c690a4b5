import DescriptionOutlinedIcon from '@mui/icons-material/DescriptionOutlined';
import ImageOutlinedIcon from '@mui/icons-material/ImageOutlined';
import PictureAsPdfOutlinedIcon from '@mui/icons-material/PictureAsPdfOutlined';
import { FILE_KINDS, type FileType } from '@portal/domain/document';

/** Decorative icon for a file type. */
export function FileIcon({ fileType }: { readonly fileType: FileType }) {
  if (fileType === 'pdf') return <PictureAsPdfOutlinedIcon color="error" fontSize="small" aria-hidden />;
  if (FILE_KINDS[fileType].contentType.startsWith('image/'))
    return <ImageOutlinedIcon color="info" fontSize="small" aria-hidden />;
  return <DescriptionOutlinedIcon color="action" fontSize="small" aria-hidden />;
}
