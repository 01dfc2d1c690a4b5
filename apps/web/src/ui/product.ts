/** The product title in the loader, the browser tab and the sign-in card. */
export const PRODUCT_TITLE = 'Medical Portal';
