import './styles/app.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/queryClient.ts'
import { takeMessages } from './i18n/messages.ts'
import { openScreen } from './routes.tsx'
import { startConnection } from './shell/connection.ts'
import { startTheme } from './shell/display.ts'
import { afterFirstPage, FirstPage } from './shell/firstPage.ts'
import { setAskAgain } from './shell/guardNavigation.ts'
import { setNavigate } from './shell/go.ts'
import { leaving } from './shell/leaving.ts'
import { startListPlace } from './shell/listPlace.ts'
import { watchMissing } from './shell/missedEarly.ts'
import { startPaletteKey } from './shell/paletteOpen.ts'
import { PageBoundary } from './shell/PageBoundary.tsx'
import { Root } from './shell/Root.tsx'
import { goTo, showAgain, startRouter } from './shell/router.ts'
import { shownPage } from './shell/shownPage.ts'
import { surviveTranslation } from './ui/surviveTranslation.ts'
import { startWays } from './shell/startWays.ts'

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
