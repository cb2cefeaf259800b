// docs/embedding.md
{
  const script = document.currentScript
  const { language = '', hl = '', open = '', mode, label = 'Language Assessment', close = 'Close' } = script.dataset
  const { origin } = new URL(script.src)

  const css = `:where(.language-assessment-frame){display:block;width:100%;height:40rem;border:0}
:where(.language-assessment-button){padding:0 1.5em;border:0;border-radius:9em;background:#2c4bd8;color:#fff;font:inherit;line-height:44px;cursor:pointer}
:where(.language-assessment-dialog){width:46rem;max-width:100%;margin-top:2rem;padding:0;border:0;border-radius:1rem}
:where(.language-assessment-close){float:inline-end;width:44px;height:44px;border:0;background:0 0;font-size:1.5rem;cursor:pointer}`
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  } catch {
    // Safari before 16.4. Without the styles, a policy that forbids them leaves a plain button and frame.
    document.head.append(Object.assign(document.createElement('style'), { textContent: css }))
  }

  const make = (tag, part, properties) =>
    Object.assign(document.createElement(tag), { className: `language-assessment-${part}`, ...properties })

  const makeFrame = (loading) => {
    const src = new URL(`../languageassessment/embedded?${new URLSearchParams({ language, hl })}#${open}`, script.src)
    const frame = make('iframe', 'frame', { title: label, loading, referrerPolicy: 'origin', src })
    let answers
    frame.onload = () =>
      setTimeout(() => {
        if (!answers) console.warn(`No quiz from ${origin}: are we, ${location.origin}, in its EMBED_ORIGINS?`)
      }, 5000)
    addEventListener('message', ({ data, source, origin: from }) => {
      if (source !== frame.contentWindow || from !== origin) return
      answers = true
      if (data.height) frame.style.height = `${data.height}px`
      if (/escape$/.test(data.type)) frame.closest('dialog')?.close()
    })
    return frame
  }

  if (mode === 'button') {
    let dialog
    const onclick = () => {
      if (!dialog) {
        dialog = make('dialog', 'dialog', { ariaLabel: label })
        const onclick = () => dialog.close()
        dialog.append(make('button', 'close', { ariaLabel: close, textContent: '×', onclick }), makeFrame('eager'))
        document.body.append(dialog)
      }
      dialog.showModal()
    }
    script.after(make('button', 'button', { type: 'button', textContent: label, onclick }))
  } else script.after(makeFrame('lazy'))
}
