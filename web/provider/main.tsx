import './console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../platform/api/queryClient.ts'
import { takeMessages } from '../platform/i18n/messages.ts'
import { setShopTax } from '../platform/i18n/t.ts'
import { startCutTitles } from '../platform/ui/feedback/startCutTitles.ts'
import { startTheme } from '../platform/state/theme.ts'
import { surviveTranslation } from '../platform/ui/feedback/surviveTranslation.ts'
import { startAddress } from './frame/address.ts'
import { ConsoleApp } from './frame/ConsoleApp.tsx'
import { outside, routes, SignInAgain } from './routes.tsx'

/** Starts the provider's console. */
function start(): void {
  surviveTranslation()
  startTheme()
  takeMessages()
  // Its shops are of several territories.
  setShopTax(null)
  startAddress()
  startCutTitles()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <ConsoleApp routes={routes} outside={outside} signInAgain={SignInAgain} />
    </QueryClientProvider>,
  )
}

start()
