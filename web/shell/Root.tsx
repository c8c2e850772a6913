import { Outlet, useMatches } from '@tanstack/react-router'
import { AnchorNavigation } from '../ui/AnchorNavigation.ts'
import { anchorNavigation } from './anchorNavigation.ts'
import { LeavingPage } from './LeavingPage.tsx'
import { leaving } from './leaving.ts'
import { matchRoute } from './matchRoute.ts'
import { clientState } from './session.ts'
import { Shell } from './Shell.tsx'
import { useStore } from './store.ts'

/** The whole application: on its way elsewhere, a page without login by itself, or a page inside the shell. */
export function Root() {
  const left = useStore(leaving)
  const { account } = useStore(clientState)
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const inside = account !== null && matchRoute(pathname)?.row.needsLogin === true
  if (left) return <LeavingPage href={left.href} />
  return (
    <AnchorNavigation value={anchorNavigation}>
      {inside ? <Shell><Outlet /></Shell> : <Outlet />}
    </AnchorNavigation>
  )
}
