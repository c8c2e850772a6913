import '../styles/app.css'
import '../shell/shell.css'
import { createRoot } from 'react-dom/client'
import { loadMessages } from '../i18n/messages.ts'
import { startTheme } from '../shell/display.ts'
import { pageTitle } from '../shell/pageTitle.ts'
import { doorTitle, LoginApp } from './LoginApp.tsx'

/** Starts the sign-in pages. */
async function start(): Promise<void> {
  startTheme()
  await loadMessages()
  pageTitle(doorTitle())
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(<LoginApp />)
}

void start()
