import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/queryClient.ts'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { go } from '../routes/go.ts'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { shownPage } from '../routes/shownPage.ts'
import { clientState } from '../session/session.ts'

const backKey = 'maintenance-back'

/** The page that maintenance interrupted; the root when there was none. */
export const wayBack = (): string => sessionStorage.getItem(backKey) ?? paths.root()

/**
 * Shows the maintenance page. A page in use stays mounted beneath it, hidden and inert: afterwards it is shown again at its exact address with
 * everything typed.
 */
export function toMaintenance(): void {
  const here = location.pathname + location.search
  if (location.pathname === paths.maintenance()) return
  sessionStorage.setItem(backKey, here)
  if (shownPage.get() === null || shownPage.get()?.failure !== null || clientState.get().account === null)
    return go(paths.maintenance(), { replace: true })
  cover(here)
}

/** Inline, so that the first page’s stylesheets need not contain it. */
const wholeWindow = { width: '100vw', height: '100dvh', maxWidth: 'none', maxHeight: 'none', margin: '0' }

/** Shows the maintenance page over everything, open dialogs included, until the server is back or the user goes Back. */
function cover(here: string): void {
  const titleBefore = document.title
  const focused = document.activeElement
  const place = document.createElement('dialog')
  place.className = 'overflow-y-auto border-0 bg-canvas p-0 text-ink'
  Object.assign(place.style, wholeWindow)
  place.setAttribute('aria-label', t('shell.route.maintenance'))
  place.addEventListener('cancel', (event) => event.preventDefault())
  document.body.append(place)
  const root = createRoot(place)
  const uncover = () => {
    removeEventListener('popstate', uncover)
    root.unmount()
    place.remove()
    document.title = titleBefore
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
  const back = () => {
    uncover()
    history.replaceState(history.state, '', here)
    void queryClient.invalidateQueries()
  }
  history.replaceState(history.state, '', paths.maintenance())
  addEventListener('popstate', uncover)
  document.title = `${settings().brand.name} · ${t('shell.route.maintenance')}`
  root.render(<MaintenanceNotice onBack={back} />)
  place.showModal()
}
