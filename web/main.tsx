import './platform/styles/app.css'
import './platform/frame/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from './platform/api/queryClient.ts'
import { takeMessages } from './platform/i18n/messages.ts'
import { openScreen } from './routes.tsx'
import { startConnection } from './platform/outage/connection.ts'
import { startTheme } from './platform/state/theme.ts'
import { afterFirstPage, FirstPage } from './platform/routes/firstPage.ts'
import { setRerunGuards } from './platform/navigation/guardNavigation.ts'
import { setNavigate } from './platform/routes/go.ts'
import { externalRedirect } from './platform/routes/externalRedirect.ts'
import { startListPlace } from './platform/routes/listPlace.ts'
import { watchMissing } from './platform/routes/missedEarly.ts'
import { startPaletteKey } from './platform/quickActions/paletteOpen.ts'
import { PageBoundary } from './platform/outage/PageBoundary.tsx'
import { Root } from './platform/frame/Root.tsx'
import { goTo, showAgain, startRouter } from './platform/navigation/router.ts'
import { shownPage } from './platform/routes/shownPage.ts'
import { surviveTranslation } from './platform/ui/feedback/surviveTranslation.ts'
import { startErrorHandlers } from './platform/frame/startErrorHandlers.ts'

/** Starts the application: theme and first calls at once, then the first render with the messages embedded in the page. */
function start(): void {
  surviveTranslation()
  watchMissing()
  startTheme()
  startErrorHandlers()
  afterFirstPage(() => void import('./startDeferred.ts').then(({ startDeferred }) => startDeferred()).catch(() => {}), 500) // the next page load retries
  setNavigate(goTo)
  setRerunGuards(showAgain)
  startConnection()
  startListPlace()
  startPaletteKey()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  drawWithFirstPage(root)
  // Before the guards run, because their decisions may show notices.
  takeMessages()
  startRouter(openScreen)
}

/** Renders once there is something to render: until then the server’s static frame stands. The first render is painted before its effects run. */
function drawWithFirstPage(root: HTMLElement): void {
  const stops = [shownPage, externalRedirect].map(({ watch }) =>
    watch(() => {
      for (const stop of stops) stop()
      createRoot(root).render(
        <QueryClientProvider client={queryClient}>
          <PageBoundary bare>
            <Root />
          </PageBoundary>
          <FirstPage />
        </QueryClientProvider>,
      )
    }),
  )
}

// This file also holds modules shared with chunks of other pages: imported by them, it starts nothing.
if (document.querySelector('#root[data-application]')) start()
