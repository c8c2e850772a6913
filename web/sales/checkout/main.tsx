import './checkout.css'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { takeMessages } from '../../platform/i18n/messages.ts'
import { surviveTranslation } from '../../platform/ui/feedback/surviveTranslation.ts'
import { CheckoutApp } from './CheckoutApp.tsx'
import { kindHere, takeCheckoutLink } from './checkoutLink.ts'
import { fetchLazyScreens } from './fetchLazyScreens.ts'

// Not needed by a sale.
const BankCheckApp = lazy(async () => ({ default: (await import('./BankCheckApp.tsx')).BankCheckApp }))
const CreditApp = lazy(async () => ({ default: (await import('./CreditApp.tsx')).CreditApp }))

/** Renders the customer's pages. Another link opened in this tab changes only the fragment, so the page reloads. */
function start(): void {
  surviveTranslation()
  const link = takeCheckoutLink()
  addEventListener('hashchange', () => location.hash.length > 1 && location.reload())
  takeMessages()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  const kind = kindHere()
  const Page = kind === 'bank' ? BankCheckApp : CreditApp
  const app =
    kind === 'checkout' ? (
      <CheckoutApp link={link} />
    ) : (
      <Suspense fallback={null}>
        <Page link={link} />
      </Suspense>
    )
  createRoot(root).render(app)
  // Only a preload: the screen that needs the chunk retries and reports the failure.
  if (kind === 'checkout' && link !== null) fetchLazyScreens().catch(() => {})
}

start()
