/** Specification §9: creator id 9999 marks the product's own vocabulary sets. */
export const PRODUCT_CREATOR_ID = 9999
