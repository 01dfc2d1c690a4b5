/** The one product title: loader, tab suffix and sign-in card (decisions 33). */
export const PRODUCT_TITLE = 'Medical Portal';
