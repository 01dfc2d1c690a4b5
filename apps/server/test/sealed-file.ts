/**
 * A stored file in layout version 1, encrypted with the test master key. It must always open. Never regenerate it;
 * add another sample for a new layout.
 */
export const SEALED_FILE = {
  id: '0190a7c2-3f5e-7b41-9c1d-2e8f6a4b5c70',
  wrappedKey: Buffer.from(
    'AY4mfvt0171CLC5jIqSBIe/+Z5nPMnkroA6/Cq3nE1cSD7GbmYzJ273pq75GoR8BdzTDuLX3dfI730g7KQ==',
    'base64',
  ),
  sealed: Buffer.from(
    'TVBGMV5pEJ+F5Y20WqOeyo/EFz8GQWivfEP/TUiNGkN7SXSo1Ha2T16RovG+CFy8tZRgLWf/7a0oUQ==',
    'base64',
  ),
  plain: 'MRI of the lumbar spine: no fracture.\n',
};
