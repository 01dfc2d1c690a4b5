import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import HealingOutlined from '@mui/icons-material/HealingOutlined';
import LocalHospitalOutlined from '@mui/icons-material/LocalHospitalOutlined';
import MedicalServicesOutlined from '@mui/icons-material/MedicalServicesOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import type { CategoryIcon } from '@portal/contract/template-categories';

/** The component and label of each category icon. */
export const CATEGORY_ICON_PARTS: Readonly<
  Record<CategoryIcon, { readonly Icon: SvgIconComponent; readonly label: string }>
> = {
  category: { Icon: CategoryOutlined, label: 'Category' },
  medical_services: { Icon: MedicalServicesOutlined, label: 'Medical services' },
  assignment: { Icon: AssignmentOutlined, label: 'Assignment' },
  description: { Icon: DescriptionOutlined, label: 'Description' },
  folder: { Icon: FolderOutlined, label: 'Folder' },
  local_hospital: { Icon: LocalHospitalOutlined, label: 'Local hospital' },
  healing: { Icon: HealingOutlined, label: 'Healing' },
  science: { Icon: ScienceOutlined, label: 'Science' },
};
