import './checkout.css'
import { createRoot } from 'react-dom/client'
import { loadMessages } from '../i18n/messages.ts'
import { CheckoutApp } from './CheckoutApp.tsx'
import { takeCheckoutLink } from './checkoutLink.ts'

/** Starts the customer's pages. Another link opened in this tab changes the fragment alone, so the page begins again. */
async function start(): Promise<void> {
  const link = takeCheckoutLink()
  addEventListener('hashchange', () => location.hash.length > 1 && location.reload())
  await loadMessages()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(<CheckoutApp link={link} />)
}

void start()
