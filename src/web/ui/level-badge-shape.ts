/**
 * The level badge in a square: six arcs over 304 degrees, lit up to the level, around a speech bubble with its tail in
 * the opening. Pages draw it as SVG; the report picture draws it on a canvas.
 */
export const BADGE = {
  box: { left: 8, top: 4, size: 184 },
  arcs: [
    'M22.7 123.2A82 82 0 0 1 23 67.9',
    'M29.9 53.4A82 82 0 0 1 72.9 18.6',
    'M88.5 14.8A82 82 0 0 1 142.7 26',
    'M155.5 35.6A82 82 0 0 1 181.2 84.7',
    'M181.9 100.7A82 82 0 0 1 160.2 151.6',
    'M148.3 162.3A82 82 0 0 1 95.1 177.9',
  ],
  arcWidth: 10,
  face: 'M-13 48.3C-20 55-31 60-45 60c6-6 7-14 6-28.7A50 50 0 1 1-13 48.3z',
  facePlace: { x: 100, y: 96, scale: 1.2 },
  letters: { x: 100, y: 116.5, size: 58 },
} as const
