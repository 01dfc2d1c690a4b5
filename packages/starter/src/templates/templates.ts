import type { CategoryIcon } from '@portal/contract/template-categories';
import { CONTENT_VERSION, templateContent } from '@portal/domain/template/content';
import { EPIDURALS } from './epidurals.ts';
import { FACETS } from './facets.ts';
import type { StarterTemplate } from './parts.ts';
import { SOFT_TISSUE } from './soft-tissue.ts';
import { VISITS } from './visits.ts';

/** Procedure templates of an interventional pain practice, with rules whose codes are in the starter catalog. */
export const STARTER_TEMPLATES: readonly StarterTemplate[] = [
  ...EPIDURALS,
  ...FACETS,
  ...SOFT_TISSUE,
  ...VISITS,
];

const CATEGORIES: readonly (readonly [name: string, icon: CategoryIcon])[] = [
  ['Epidural injections', 'medical_services'],
  ['Facet and sacroiliac procedures', 'healing'],
  ['Joints and soft tissue', 'local_hospital'],
  ['Office visits', 'assignment'],
];
export const STARTER_CATEGORIES = CATEGORIES.map(([name, icon], index) => ({
  name,
  icon,
  displayOrder: (index + 1) * 10,
}));

/** The content of a template in its stored form. */
export const starterContent = ({ sections }: StarterTemplate) =>
  templateContent.parse({ version: CONTENT_VERSION, sections });
