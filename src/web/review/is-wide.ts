/** As in the style sheets: from this width on, what phones fold or shorten is whole. */
export const isWide = () => matchMedia('(min-width: 60rem)').matches
