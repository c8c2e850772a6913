import './checkout.css'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { takeMessages } from '../../platform/i18n/messages.ts'
import { surviveTranslation } from '../../platform/ui/feedback/surviveTranslation.ts'
import { CheckoutApp } from './CheckoutApp.tsx'
import { kindHere, takeCheckoutLink } from './checkoutLink.ts'
import { fetchLaterScreens } from './fetchLaterScreens.ts'

// A sale needs none of it.
const BankCheckApp = lazy(async () => ({ default: (await import('./BankCheckApp.tsx')).BankCheckApp }))

/** Starts the customer's pages. Another link opened in this tab changes the fragment alone, so the page begins again. */
function start(): void {
  surviveTranslation()
  const link = takeCheckoutLink()
  addEventListener('hashchange', () => location.hash.length > 1 && location.reload())
  takeMessages()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  const bank = kindHere() === 'bank'
  const app = bank ? (
    <Suspense fallback={null}>
      <BankCheckApp link={link} />
    </Suspense>
  ) : (
    <CheckoutApp link={link} />
  )
  createRoot(root).render(app)
  // A screen that needs them asks again, and says it when they do not come.
  if (!bank && link !== null) fetchLaterScreens().catch(() => {})
}

start()
