/**
 * The listed origin of the page around the frame, or undefined for any other: as the browser says it (`location.ancestorOrigins`, which old
 * ones do not have), else as the referrer does.
 */
export function embedderAmong(
  listed: readonly string[],
  ancestor: string | undefined,
  referrer: string,
): string | undefined {
  const origin = ancestor ?? (URL.canParse(referrer) ? new URL(referrer).origin : '')
  return listed.find((one) => one === origin)
}
