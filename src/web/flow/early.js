// Runs before the body is painted: hides the page while a stored result or an open test of this tab may change the first screen.
try {
  const { open, isMobileApp, queryLevel } = JSON.parse(document.getElementById('state').textContent)
  const isResumed = open.some(({ flow_id }) => flow_id === sessionStorage.getItem('ASSESSMENT_FLOW_ID'))
  const isTakenOver = location.search.includes('result=')
  if (
    isResumed ||
    isTakenOver ||
    queryLevel ||
    (sessionStorage.getItem('ASSESSMENT_OPTION_STORE_KEY') && !isMobileApp)
  ) {
    const { classList } = document.documentElement
    classList.add('restoring')
    setTimeout(() => classList.remove('restoring'), 5000)
  }
} catch {
  // Storage is blocked: there is nothing to restore.
}
// A button pressed before the app has taken the page over is kept, for the app to answer (start.tsx).
{
  let pressed
  const keep = ({ target }) => {
    pressed = target.closest('#root button') ?? undefined
  }
  addEventListener('click', keep, true)
  window.stopEarlyPress = () => {
    removeEventListener('click', keep, true)
    return pressed
  }
}
