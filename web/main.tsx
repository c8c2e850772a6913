import './styles/app.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/queryClient.ts'
import { loadMessages } from './i18n/messages.ts'
import { router } from './routes.tsx'
import { startConnection } from './shell/connection.ts'
import { startTheme } from './shell/display.ts'
import { startListPlace } from './shell/listPlace.ts'
import { startNewVersion } from './shell/newVersion.ts'
import { startPaletteKey } from './shell/paletteOpen.ts'
import { clientState } from './shell/session.ts'
import { startIdle } from './shell/startIdle.ts'
import { hasSession, startSession } from './shell/startSession.ts'
import { startWays } from './shell/startWays.ts'
import { startRouter } from './startRouter.ts'

/** Starts the application: theme and first calls at once, the first drawing as soon as the words are there. */
async function start(): Promise<void> {
  startTheme()
  startWays()
  startRouter()
  if (hasSession() && location.pathname !== '/maintenance') startSession().catch(() => {}) // the guard reports it
  startConnection()
  startListPlace()
  startNewVersion()
  startPaletteKey()
  const watchIdle = () => clientState.get().account !== null && startIdle()
  clientState.watch(watchIdle)
  await loadMessages()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

void start()
