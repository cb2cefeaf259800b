/** Takes over the question that the server has put at the head of the page, if it has. */
export function startConsentBanner(): void {
  const banner = document.getElementById('consent')
  if (banner) void import('../consent/answer-banner.ts').then(({ answerBanner }) => answerBanner(banner))
}
