// Its name is the locale. What a report shows of numbers, times, prices and countries.
const locale = self.name
new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(1)
new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(1, 'day')
new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(0)
new Intl.DisplayNames(locale, { type: 'region' }).of('DE')
self.postMessage(null)
