/** The one product title: loader, tab suffix and sign-in card. */
export const PRODUCT_TITLE = 'Medical Portal';
