import { type ReactNode, Suspense } from 'react'
import { parseErrorMessage } from '../i18n/parseErrorMessage.ts'
import { t } from '../i18n/t.ts'
import { AnchorNavigation } from '../ui/controls/AnchorNavigation.ts'
import { ParseErrorMessage } from '../ui/feedback/ParseErrorMessage.ts'
import { SendingBlocked } from '../ui/forms/SendingBlocked.ts'
import { anchorNavigation } from '../navigation/anchorNavigation.ts'
import { offlineSince } from '../outage/connection.ts'
import { LazyFailurePage } from '../outage/LazyFailurePage.tsx'
import { externalRedirect } from '../routes/externalRedirect.ts'
import { OverlayContext } from './Overlay.tsx'
import { PageBoundary } from '../outage/PageBoundary.tsx'
import { showAgain } from '../navigation/router.ts'
import { clientState } from '../session/session.ts'
import { Shell } from './Shell.tsx'
import { type ShownPage, shownPage } from '../routes/shownPage.ts'
import { useStore } from '../state/store.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'

const RedirectPage = lazyWithRetry(async () => (await import('./RedirectPage.tsx')).RedirectPage)

/** Pages that place their overlay themselves. */
const placesOverlay = new Set(['operation'])

/** The layers of a page, innermost last: each receives the next as its overlay. */
function layersOf({ layers }: ShownPage): ReactNode {
  return layers.reduceRight<ReactNode>(
    (over, { name, key, screen: { component: Page } }) => (
      <OverlayContext key={key} value={over}>
        <Page />
        {!placesOverlay.has(name) && over}
      </OverlayContext>
    ),
    null,
  )
}

/** The whole application: an external redirect, a page without login, or a page inside the shell. */
export function Root() {
  const left = useStore(externalRedirect)
  const { account } = useStore(clientState)
  const page = useStore(shownPage)
  const offline = useStore(offlineSince)
  if (left)
    return (
      <Suspense fallback={null}>
        <RedirectPage href={left.href} />
      </Suspense>
    )
  if (!page) return null
  const needsLogin = page.place.row?.needsLogin === true
  // Just signed out: the browser is loading the sign-in page.
  if (needsLogin && account === null && page.failure === null) return null
  const inside = needsLogin && account !== null
  const content =
    page.failure === null ? (
      <PageBoundary key={page.layers[0]?.key ?? page.place.path}>{layersOf(page)}</PageBoundary>
    ) : (
      <LazyFailurePage error={page.failure} onRetry={() => showAgain()} bare={!inside} />
    )
  return (
    <AnchorNavigation value={anchorNavigation}>
      <SendingBlocked value={offline && t('shell.offline.send')}>
        <ParseErrorMessage value={parseErrorMessage}>
          {inside ? <Shell top={page.layers[0]?.screen.top}>{content}</Shell> : content}
        </ParseErrorMessage>
      </SendingBlocked>
    </AnchorNavigation>
  )
}
