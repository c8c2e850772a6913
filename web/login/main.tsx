import '../styles/app.css'
import '../shell/shell.css'
import { createRoot } from 'react-dom/client'
import { loadAllMessages, takeMessages } from '../i18n/messages.ts'
import { afterPaint } from '../shell/afterPaint.ts'
import { startTheme } from '../shell/display.ts'
import { pageTitle } from '../shell/pageTitle.ts'
import { surviveTranslation } from '../ui/surviveTranslation.ts'
import { doorTitle, LoginApp } from './LoginApp.tsx'

/** Starts the sign-in pages. */
function start(): void {
  surviveTranslation()
  startTheme()
  takeMessages()
  pageTitle(doorTitle())
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(<LoginApp />)
  // What comes next says more, here and in the application.
  afterPaint(() => void loadAllMessages().catch(() => {})) // asked for again with what needs them
}

start()
