import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useMemo } from 'react'
import { consoleMe } from '#contract/provider/staff'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { parseErrorMessage } from '../../platform/i18n/parseErrorMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { useStore } from '../../platform/state/store.ts'
import { AnchorNavigation, type Navigation } from '../../platform/ui/controls/AnchorNavigation.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ParseErrorMessage } from '../../platform/ui/feedback/ParseErrorMessage.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { sessionEnded } from '../api/sessionEnded.ts'
import { go, signInHref, useAddress } from './address.ts'
import { ConsoleBoundary } from './ConsoleBoundary.tsx'
import { ConsolePage } from './ConsolePage.tsx'
import { type ConsoleRoute, findRoute, mayOpen, menuFor } from './consoleRoute.ts'
import { ConsoleShell } from './ConsoleShell.tsx'
import { ReadState } from './ReadState.tsx'
import { FrameContext, useFrame } from './useStaff.ts'

type ConsoleAppProps = {
  routes: readonly ConsoleRoute[]
  /** The pages without a session, by their path. */
  outside: Readonly<Record<string, ComponentType>>
  /** Shown over the page when its session has ended. */
  signInAgain: ComponentType
}

/** The whole console: a page before sign-in, or the frame with one of its pages. */
export function ConsoleApp({ routes, outside, signInAgain }: ConsoleAppProps) {
  const { path } = useAddress()
  const Outside = outside[path]
  const navigation = useMemo<Navigation>(
    () => ({
      navigate: (href) => (/^\/console(?:[/?#]|$)/.test(href) ? go(href) : location.assign(href)),
      prefetch: (href) => findRoute(routes, pathOf(href))?.route.page.preload(),
    }),
    [routes],
  )
  return (
    <AnchorNavigation value={navigation}>
      <ParseErrorMessage value={parseErrorMessage}>
        {Outside ? (
          <ConsoleBoundary key={path}>
            <Suspense fallback={null}>
              <Outside />
            </Suspense>
          </ConsoleBoundary>
        ) : (
          <SignedIn routes={routes} signInAgain={signInAgain} />
        )}
      </ParseErrorMessage>
    </AnchorNavigation>
  )
}

const pathOf = (href: string) => href.split(/[?#]/)[0] ?? href

/** The frame of the signed-in person. Without a session: the sign-in page, which leads back to this address. */
function SignedIn({ routes, signInAgain: SignInAgain }: Omit<ConsoleAppProps, 'outside'>) {
  const me = useQuery(consoleQuery(consoleMe))
  const ended = useStore(sessionEnded)
  const staff = me.data?.staff
  const signedOut = !staff && isApiFailure(me.error) && me.error.type === 'NotAuthenticated'
  useEffect(() => {
    if (!signedOut) return
    sessionEnded.set(false)
    go(signInHref(), { replace: true })
  }, [signedOut])
  const frame = useMemo(() => staff && { staff, routes }, [staff, routes])
  if (signedOut) return null
  if (!frame)
    return (
      <main id="contenido" className="mx-auto max-w-[760px] px-4 py-14">
        <ReadState read={me}>{() => null}</ReadState>
      </main>
    )
  return (
    <FrameContext value={frame}>
      <Page />
      {ended && (
        <Suspense fallback={null}>
          <SignInAgain />
        </Suspense>
      )}
    </FrameContext>
  )
}

/** The page of the present address, in the frame. `/console` itself leads to the first page that the person may open. */
function Page() {
  const { routes, staff } = useFrame()
  const { path, search } = useAddress()
  const match = findRoute(routes, path)
  const first = menuFor(routes, staff.roles)[0]?.href ?? '/console/security'
  useEffect(() => {
    if (path === '/console') go(first, { replace: true })
  }, [path, first])
  if (path === '/console') return null
  const allowed = match !== null && mayOpen(match.route, staff.roles)
  const Shown = match?.route.page
  return (
    <ConsoleShell present={match?.route.section ?? null}>
      {allowed && Shown ? (
        <ConsoleBoundary key={path}>
          <Suspense fallback={null}>
            <Shown params={match.params} search={search} />
          </Suspense>
        </ConsoleBoundary>
      ) : (
        <ConsolePage
          title={t(match ? 'console.page.denied' : 'console.page.missing')}
          about={t(match ? 'console.page.deniedLead' : 'console.page.missingLead')}
        >
          <Button href={first}>{t('console.page.first')}</Button>
        </ConsolePage>
      )}
    </ConsoleShell>
  )
}
