import '../styles/app.css'
import '../shell/shell.css'
import { createRoot } from 'react-dom/client'
import { loadMessages } from '../i18n/messages.ts'
import { startTheme } from '../shell/display.ts'
import { pageTitle } from '../shell/pageTitle.ts'
import { LoginApp } from './LoginApp.tsx'

const titles: Readonly<Record<string, 'newPassword' | 'stopChange' | 'stopEmail' | 'invitation'>> = {
  '/new-password': 'newPassword',
  '/stop-change': 'stopChange',
  '/stop-email': 'stopEmail',
  '/invitation': 'invitation',
}

/** Starts the sign-in pages. */
async function start(): Promise<void> {
  startTheme()
  await loadMessages()
  pageTitle(titles[location.pathname] ?? 'login')
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(<LoginApp />)
}

void start()
