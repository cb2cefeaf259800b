type Options = { url: string; success?: () => void; fail?: (error?: { errMsg?: string }) => void }

/** What the JS-SDK offers a page in a mini-program's web view, as its vendor documents it; the parameters are the mini-program's own. */
export type MiniProgram = {
  navigateTo: (options: Options) => void
  reLaunch: (options: Options) => void
}

/** The mini-program around this page, once its SDK is loaded. */
export function findMiniProgram(): MiniProgram | undefined {
  return (window as { wx?: { miniProgram?: MiniProgram } }).wx?.miniProgram
}

/** The address of a mini-program page with its query. */
export function miniProgramUrl(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
}
