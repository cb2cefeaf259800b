/**
 * In the browser, where all of ours stands below its host, such as `/quiz` (BASE_PATH); '' at the root. Always '' in
 * the server, whose edge takes it off what comes in and adds it to what goes out (src/server/http/base-path.ts).
 */
export const base = (globalThis.document?.documentElement.dataset.base ?? '') as ''
