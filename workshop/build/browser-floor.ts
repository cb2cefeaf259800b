import { readFileSync } from 'node:fs'

const { browserslist }: { browserslist: string[] } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The oldest supported browsers (package.json) as build targets: `chrome108`. */
export const BROWSER_FLOOR = browserslist.map((entry) => entry.replace(' ', ''))
