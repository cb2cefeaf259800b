/** The level badge in a 160 unit square: six arcs around a disc, lit up to the level. Pages draw it as SVG, the report picture on a canvas. */
export const BADGE = {
  size: 160,
  center: 80,
  halo: { radius: 74, opacity: 0.12 },
  arc: 'M80 14 A66 66 0 0 1 137.16 47',
  degreesOfArc: 60,
  face: { radius: 53 },
  baseline: 97,
} as const
