import './styles/app.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/queryClient.ts'
import { loadMessages } from './i18n/messages.ts'
import { screens } from './routes.tsx'
import { afterPaint } from './shell/afterPaint.ts'
import { startConnection } from './shell/connection.ts'
import { startTheme } from './shell/display.ts'
import { setAskAgain } from './shell/guardNavigation.ts'
import { setNavigate } from './shell/go.ts'
import { startListPlace } from './shell/listPlace.ts'
import { startPaletteKey } from './shell/paletteOpen.ts'
import { PageBoundary } from './shell/PageBoundary.tsx'
import { Root } from './shell/Root.tsx'
import { goTo, showAgain, startRouter } from './shell/router.ts'
import { shownPage } from './shell/shownPage.ts'
import { startWays } from './shell/startWays.ts'

/** Starts the application: theme and first calls at once, the first drawing as soon as the words are there. */
async function start(): Promise<void> {
  startTheme()
  startWays()
  const stop = shownPage.watch(() => {
    stop()
    afterPaint(() => void import('./startMore.ts').then(({ startMore }) => startMore()).catch(() => {}), 500) // the next load starts them
  })
  setNavigate(goTo)
  setAskAgain(showAgain)
  startConnection()
  startListPlace()
  startPaletteKey()
  // Before the rules run: what they decide may have to be said.
  await loadMessages()
  startRouter(screens)
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <PageBoundary bare>
        <Root />
      </PageBoundary>
    </QueryClientProvider>,
  )
}

// This file also holds what the application shares with later parts of other pages: fetched by them, it starts nothing.
if (document.querySelector('#root[data-application]')) void start()
