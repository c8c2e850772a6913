import './platform/styles/app.css'
import './platform/frame/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from './platform/api/queryClient.ts'
import { takeMessages } from './platform/i18n/messages.ts'
import { openScreen } from './routes.tsx'
import { startConnection } from './platform/outage/connection.ts'
import { startTheme } from './platform/shared/display.ts'
import { afterFirstPage, FirstPage } from './platform/routes/firstPage.ts'
import { setAskAgain } from './platform/navigation/guardNavigation.ts'
import { setNavigate } from './platform/routes/go.ts'
import { leaving } from './platform/routes/leaving.ts'
import { startListPlace } from './platform/routes/listPlace.ts'
import { watchMissing } from './platform/routes/missedEarly.ts'
import { startPaletteKey } from './platform/quickActions/paletteOpen.ts'
import { PageBoundary } from './platform/outage/PageBoundary.tsx'
import { Root } from './platform/frame/Root.tsx'
import { goTo, showAgain, startRouter } from './platform/navigation/router.ts'
import { shownPage } from './platform/routes/shownPage.ts'
import { surviveTranslation } from './platform/ui/feedback/surviveTranslation.ts'
import { startWays } from './platform/frame/startWays.ts'

/** Starts the application: theme and first calls at once, then the first drawing with the words that are in the page. */
function start(): void {
  surviveTranslation()
  watchMissing()
  startTheme()
  startWays()
  afterFirstPage(() => void import('./startMore.ts').then(({ startMore }) => startMore()).catch(() => {}), 500) // the next load starts them
  setNavigate(goTo)
  setAskAgain(showAgain)
  startConnection()
  startListPlace()
  startPaletteKey()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  drawWithFirstPage(root)
  // Before the rules run: what they decide may have to be said.
  takeMessages()
  startRouter(openScreen)
}

/**
 * Draws once there is something to draw: until then the frame in the page stands. What is drawn at first, and not by a store's news, is
 * painted before its effects run.
 */
function drawWithFirstPage(root: HTMLElement): void {
  const stops = [shownPage, leaving].map(({ watch }) =>
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

// This file also holds what the application shares with later parts of other pages: fetched by them, it starts nothing.
if (document.querySelector('#root[data-application]')) start()
