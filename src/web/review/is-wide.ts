/** Matches the style sheets: from this width on, nothing is folded or shortened. */
export const isWide = () => matchMedia('(min-width: 60rem)').matches
