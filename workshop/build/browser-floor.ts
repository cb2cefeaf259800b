import { readFileSync } from 'node:fs'

const { browserslist }: { browserslist: string[] } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The oldest browsers that the product supports, which package.json declares, as a build target: `chrome108`. */
export const BROWSER_FLOOR = browserslist.map((entry) => entry.replace(' ', ''))
