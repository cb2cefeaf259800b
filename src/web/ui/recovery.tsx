import { Component, type ReactNode } from 'react'
import { MissingPart } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from './button.tsx'
import { PageNotice } from './page-notice.tsx'

/** Visitor actions between two failures; without any, the second failure is a consequence of the first. */
const ACTS = ['click', 'keydown', 'popstate'] as const

type Props = { children: ReactNode }
type State = { hasFailed: boolean; isBroken: boolean; isMissing: boolean }

/**
 * Renders the page again when React can't continue because an extension or a translation moved or removed its elements
 * (docs/decisions/029). If it fails again before the visitor does anything, it shows a notice. It must be the only
 * child of the page's root.
 */
export class Recovery extends Component<Props, State> {
  override state: State = { hasFailed: false, isBroken: false, isMissing: false }
  private isWaiting = false
  private wasShownAgain = false
  private observer: MutationObserver | undefined

  private get root() {
    return document.getElementById('root')
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return error instanceof MissingPart ? { hasFailed: true, isMissing: true } : { hasFailed: true }
  }

  override componentDidMount(): void {
    this.observer = new MutationObserver(() => {
      if (!this.root?.querySelector('main')) this.componentDidCatch()
    })
    if (this.root) this.observer.observe(this.root, { childList: true })
  }

  override componentWillUnmount(): void {
    this.observer?.disconnect()
  }

  /** Removing the failed part may fail too; then React calls this again. */
  override componentDidCatch(): void {
    if (this.isWaiting) return
    this.isWaiting = true
    this.setState({ hasFailed: true }, () => requestAnimationFrame(() => this.showAgain()))
  }

  private showAgain(): void {
    // React has removed its own elements; leftovers would appear next to the new page.
    this.root?.replaceChildren()
    this.observer?.takeRecords()
    this.isWaiting = false
    this.setState({ hasFailed: false, isBroken: this.wasShownAgain || this.state.isMissing })
    this.wasShownAgain = true
    const acted = () => {
      this.wasShownAgain = false
    }
    for (const act of ACTS) addEventListener(act, acted, { once: true, capture: true })
  }

  override render() {
    if (this.state.hasFailed) return null
    return this.state.isBroken ? <Broken what={this.state.isMissing ? 'missing' : 'broken'} /> : this.props.children
  }
}

function Broken({ what }: { what: 'broken' | 'missing' }) {
  const t = useTexts()
  return (
    <PageNotice title={t(`error.${what}.title`)} lead={t(`error.${what}.lead`)}>
      <Button onClick={() => location.reload()}>{t('error.reload')}</Button>
    </PageNotice>
  )
}
