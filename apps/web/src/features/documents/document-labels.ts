import { DOCUMENT_CATEGORIES, DOCUMENT_TYPE_LABELS, DOCUMENT_TYPES } from '@portal/domain/document';

export { DOCUMENT_TYPE_LABELS as TYPE_LABELS };

export const TYPE_OPTIONS = DOCUMENT_TYPES.map((value) => ({ value, label: DOCUMENT_TYPE_LABELS[value] }));
export const CATEGORY_OPTIONS = DOCUMENT_CATEGORIES.map((value) => ({ value, label: value }));
